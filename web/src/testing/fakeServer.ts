/**
 * The server of a component test. It implements the contract over HTTP and the realtime connection with values that the
 * test sets. No request leaves the page; a call without a handler fails the test.
 */
import {
  captureMessage,
  countLogin,
  closeCodes,
  collectPageSources,
  covers,
  defaultWidgetSettings,
  noPageSources,
  pageSourcesMeta,
  toColumns,
  enterArea,
  errorCodes,
  getLoginOptions,
  getMandatoryPages,
  getProfile,
  getTrackingUserId,
  getVenue,
  getVenueVersion,
  checkVenueAccess,
  leaveArea,
  listChatRooms,
  openChatRoom,
  openGuestSession,
  createRealtimeTicket,
  ownPresenceStatus,
  ping,
  presenceCounts,
  presenceSnapshot,
  realtimePath,
  realtimeProtocol,
  refreshSession,
  reportCookiePreferences,
  sendHit,
  setIdle,
  signAssetUrl,
  signIn,
  signOut,
  subscribeToCalls,
  followedPresence,
  followUsers,
  subscribeToPresence,
  type ResponseOf,
  type Architecture,
  type AttendeePresence,
  type BodyOf,
  type CloseReason,
  type Command,
  type DataOf,
  type Endpoint,
  type ErrorResponse,
  type ErrorCode,
  type Event,
  type InputOf,
  type LoginConfiguration,
  type ParamsOf,
  type ProfileAttributes,
  type QueryOf,
  type ResultOf,
  type Role,
  type UiConfig,
  type Venue,
  type VenueVersion,
  vimeoStreamsMeta,
  webexMeta,
} from '@foyer/contract';
import { sessionMarkerCookie } from '@foyer/contract/limits';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    venues: { readonly test: Venue; readonly demo: Venue };
  }
}

/** A call as the server received it. */
export interface Received<E extends Endpoint = Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The error response to a rejected call. `status` defaults to that of the code. */
export interface Rejection {
  readonly code: ErrorCode;
  readonly errMsg?: string;
  readonly status?: number;
  readonly details?: unknown;
  /** Seconds, or a date. */
  readonly retryAfter?: number | string;
}

export class RejectedCall extends Error {
  readonly rejection: Rejection;
  constructor(rejection: Rejection) {
    super(rejection.errMsg ?? rejection.code);
    this.rejection = rejection;
  }
}

type Handler = (received: Received) => unknown;
type CommandHandler = (input: never, socket: FakeSocket) => unknown;

/** A gate that holds calls back until it is released. */
export interface Gate {
  /** Resolves when the first call has reached it. */
  readonly reached: Promise<void>;
  readonly release: () => void;
}

interface OpenGate extends Gate {
  readonly open: Promise<void>;
  readonly reach: () => void;
}

export interface FakeUser {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  readonly name?: string;
  readonly company?: string;
  readonly title?: string;
  readonly roles: readonly Role[];
}

export const ada: FakeUser = {
  userId: 'u-ada',
  email: 'ada@example.com',
  password: 'right horse battery staple',
  name: 'Ada Lind',
  roles: ['ROLE_ATTENDEE'],
};

export const passwordLogin: LoginConfiguration = {
  loginProvider: 'FIREBASE',
  idpProvider: [{ providerID: 'password', displayName: 'Email and password' }],
  passwordReset: true,
};
export const anonymousLogin: LoginConfiguration = { loginProvider: 'ANONYMOUS', idpProvider: [] };

const hourMs = 3_600_000;

const encoded = (value: object): string => {
  const text = String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

/** A session with an ID token like the server's, but without a signature, which the browser does not check. */
function sessionOf(user: FakeUser | 'guest', nowMs: number): ResponseOf<typeof refreshSession> {
  const expiresAt = nowMs + hourMs;
  const times = { iat: Math.floor(nowMs / 1000), exp: Math.floor(expiresAt / 1000) };
  const { roles, ...profile } = user === 'guest' ? { roles: [], userId: 'anon-1', email: '' } : user;
  const { userId: sub, email, ...rest } = profile;
  const { name, company, title } = rest as Partial<FakeUser>;
  const claims = {
    sub,
    email,
    kind: user === 'guest' ? 'guest' : 'account',
    ...(name !== undefined && { name }),
    ...(company !== undefined && { company }),
    ...(title !== undefined && { title }),
    authorities: roles,
    provider: user === 'guest' ? 'anonymous' : 'password',
    ...times,
  };
  return { idToken: `${encoded({ alg: 'none' })}.${encoded(claims)}.x`, expiresAt };
}

/** The window of the page, with its own global classes, which differ from those of the test's window. */
export type PageWindow = Window & typeof globalThis;

/** The server's end of one realtime connection. */
export class FakeSocket {
  /** Commands that the client has sent, oldest first. */
  readonly received: { readonly id: number; readonly command: string; readonly input: unknown }[] = [];
  private readonly deliver: (text: string) => void;
  private readonly onClose: (code: number) => void;

  constructor(deliver: (text: string) => void, onClose: (code: number) => void) {
    this.deliver = deliver;
    this.onClose = onClose;
  }

  sendRaw(message: unknown): void {
    this.deliver(JSON.stringify(message));
  }

  send<E extends Event>({ name }: E, data: DataOf<E>): void {
    this.sendRaw({ event: name, data });
  }

  close(code: number): void {
    this.onClose(code);
  }
}

function addMeta(document: Document, name: string, content: string): void {
  const meta = document.createElement('meta');
  Object.assign(meta, { name, content });
  document.head.append(meta);
}

export class FakeServer {
  mode: 'LIVE' | 'STAGE' = 'LIVE';
  venue: Venue;
  /** -1: unpublished. */
  publishedVersion = 1;
  uiConfig: UiConfig;
  loginOptions: readonly LoginConfiguration[] = [anonymousLogin];
  widgetSettings = defaultWidgetSettings;
  /** Users with an account. */
  readonly users: FakeUser[] = [ada];
  /** The user whose session the browser has when the page opens. */
  signedIn: FakeUser | undefined;
  readonly profiles = new Map<string, ProfileAttributes>();
  /** The attendees, without the signed-in user. */
  attendees: AttendeePresence[] = [];
  presenceChoice: DataOf<typeof ownPresenceStatus> = { status: 'Available', invisible: false, idle: false };
  /** Difference between the server's clock and the page's. */
  clockOffsetMs = 0;
  /** False: calls fail and connections cannot be opened. */
  reachable = true;
  /** False: neither replies nor events are sent, as on a connection whose loss is not detected yet. */
  delivering = true;
  /** Connections of a node that does not respond: it sends nothing any more, while other connections work. */
  private readonly frozen = new Set<FakeSocket>();
  /** Open realtime connections, the oldest first. */
  readonly sockets: FakeSocket[] = [];
  connections = 0;
  /** Calls without a handler. They fail the test. */
  readonly unanswered: string[] = [];

  private readonly endpoints = new Map<Endpoint, Handler>();
  private readonly commandHandlers = new Map<string, CommandHandler>();
  private readonly gates = new Map<string, OpenGate>();
  private readonly log: { readonly name: string; readonly received: Received }[] = [];
  private readonly commandLog: { readonly name: string; readonly input: unknown }[] = [];
  private page: PageWindow | undefined;

  constructor(venue: 'test' | 'demo' = 'test') {
    this.venue = structuredClone(inject('venues')[venue]);
    this.uiConfig = {
      i18n: { defaultLocale: 'en', supportedLocales: ['en', 'de', 'ar'] },
      features: { userPresence: true, ai: false },
      firebase: { backend: 'embedded' },
      venue: {
        architectureId: this.architecture.id,
        titles: [...(this.architecture.titles ?? [])],
        style: this.architecture.style,
        logoUrl: this.uriOf('logo'),
        loginPageLogoUrl: this.uriOf('logo'),
        loginPageBackgroundUrl: this.uriOf('login-background'),
      },
    };
    this.addDefaults();
  }

  get architecture(): Architecture {
    const [only] = this.venue.architectures;
    if (!only) throw new Error('the venue has no architecture');
    return only;
  }

  /** Changes the venue before the page opens; afterwards `publish` does. */
  change(edit: (architecture: Architecture, venue: Venue) => void): this {
    edit(this.architecture, this.venue);
    return this;
  }

  /** Publishes a changed venue as the next version and notifies open pages. */
  publish(edit: (architecture: Architecture, venue: Venue) => void = () => undefined): void {
    this.venue = structuredClone(this.venue);
    this.change(edit);
    this.publishedVersion = Math.abs(this.publishedVersion) + 1;
    this.venue.publishInfo = { publishedVersion: this.publishedVersion };
    this.broadcastRaw('venue.versionChanged', this.version);
  }

  unpublish(): void {
    this.publishedVersion = -1;
    this.broadcastRaw('venue.versionChanged', this.version);
  }

  /** Requires a login with one of these options; by default, guests may enter the venue. */
  requireLogin(...options: readonly LoginConfiguration[]): this {
    this.loginOptions = options.length > 0 ? options : [passwordLogin];
    return this;
  }

  /** The browser has a session of this user when the page opens. */
  signIn(user: FakeUser = ada): this {
    if (this.loginOptions.some(({ loginProvider }) => loginProvider === 'ANONYMOUS')) this.requireLogin();
    if (!this.users.includes(user)) this.users.push(user);
    this.signedIn = user;
    return this;
  }

  /** Signs in this browser in a response, as a sign-in or a link does. */
  openSession(user: FakeUser): ResponseOf<typeof refreshSession> {
    if (!this.users.includes(user)) this.users.push(user);
    this.signedIn = user;
    if (this.page) this.page.document.cookie = `${sessionMarkerCookie}=1; Path=/`;
    return sessionOf(user, this.now());
  }

  get version(): VenueVersion {
    return {
      mode: this.mode,
      version: Math.max(1, this.publishedVersion),
      publishedVersion: this.publishedVersion,
      publishedArchitectureId: this.publishedVersion === -1 ? null : this.architecture.id,
    };
  }

  /** Sets the handler of an endpoint, and replaces an earlier one. A handler throws `RejectedCall` to reject a call. */
  respondTo<E extends Endpoint>(
    endpoint: E,
    handler: (received: Received<E>) => ResponseOf<E> | Promise<ResponseOf<E>>,
  ): this {
    this.endpoints.set(endpoint, handler);
    return this;
  }

  reject(endpoint: Endpoint, rejection: Rejection): this {
    this.endpoints.set(endpoint, () => {
      throw new RejectedCall(rejection);
    });
    return this;
  }

  /** Makes calls of an endpoint fail with a network error. */
  lose(endpoint: Endpoint): this {
    this.endpoints.set(endpoint, () => {
      throw new TypeError('Failed to fetch');
    });
    return this;
  }

  /** Holds back calls of an endpoint or command from now on. */
  hold({ name }: Endpoint | Command): Gate {
    const opened = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const gate: OpenGate = {
      open: opened.promise,
      reached: reached.promise,
      reach: () => reached.resolve(),
      release: () => {
        if (this.gates.get(name) === gate) this.gates.delete(name);
        opened.resolve();
      },
    };
    this.gates.set(name, gate);
    return gate;
  }

  /** The received calls of an endpoint, oldest first. */
  calls<E extends Endpoint>({ name }: E): readonly Received<E>[] {
    return this.log
      .filter((each) => each.name === name)
      .map(({ received }) => received as unknown as Received<E>);
  }

  /** The errors that the page has sent to the server instead of writing them to the console. */
  get capturedErrors(): readonly string[] {
    return this.calls(captureMessage)
      .filter(({ body }) => body.loglevel === 'ERROR')
      .map(
        ({ body: { logCategory, messageDetails } }) =>
          `captured error: [${logCategory}] ${messageDetails.message} ${messageDetails.details ?? ''}`,
      );
  }

  /** Sets the handler of a realtime command. It throws `RejectedCall` to reject a command. */
  onCommand<C extends Command>(
    { name }: C,
    handler: (input: InputOf<C>, socket: FakeSocket) => ResultOf<C> | Promise<ResultOf<C>>,
  ): this {
    this.commandHandlers.set(name, handler);
    return this;
  }

  /** The received inputs of a command, oldest first. */
  commands<C extends Command>({ name }: C): readonly InputOf<C>[] {
    return this.commandLog.filter((each) => each.name === name).map(({ input }) => input as InputOf<C>);
  }

  /** Sends an event over every open connection. */
  broadcast<E extends Event>({ name }: E, data: DataOf<E>): void {
    this.broadcastRaw(name, data);
  }

  /** Closes every connection. The app reconnects after `restart`, but not after `sessionEnded`. */
  disconnect(reason: CloseReason = 'restart'): void {
    for (const socket of this.sockets.slice()) socket.close(closeCodes[reason]);
  }

  /** Freezes the node of the open connections. */
  freeze(): void {
    for (const socket of this.sockets) this.frozen.add(socket);
  }

  /** Sets the other attendees and notifies the open connections. */
  setAttendees(attendees: readonly AttendeePresence[]): void {
    this.attendees = [...attendees];
    for (const socket of this.sockets) this.sendPresence(socket);
  }

  /** Connects a page to this server, before the page's own scripts run. */
  attach(page: PageWindow): void {
    this.page = page;
    if (this.signedIn) page.document.cookie = `${sessionMarkerCookie}=1; Path=/`;
    this.writeSources(page.document);
    if (this.widgetSettings.webexEmbedded) addMeta(page.document, webexMeta, 'embedded');
    if (this.widgetSettings.vimeoStreams) addMeta(page.document, vimeoStreamsMeta, 'streams');
    // The page's own fetch, whose responses are instances of the page's classes.
    const fetchFile = page.fetch.bind(page);
    page.fetch = (input, init) => this.fetch(page, fetchFile, input, init);
    page.WebSocket = socketClass(this, page);
  }

  /** What the page's policy would allow. */
  private writeSources(document: Document): void {
    const sources = collectPageSources(this.architecture, this.widgetSettings);
    if (this.publishedVersion === -1 || covers(noPageSources, sources)) return;
    addMeta(document, pageSourcesMeta, JSON.stringify(sources));
  }

  private uriOf(assetId: string): string | undefined {
    return this.venue.assets.find(({ id }) => id === assetId)?.uri;
  }

  private now(): number {
    return (this.page?.Date.now() ?? Date.now()) + this.clockOffsetMs;
  }

  private broadcastRaw(name: string, data: unknown): void {
    if (!this.delivering) return;
    for (const socket of this.sockets) if (!this.frozen.has(socket)) socket.sendRaw({ event: name, data });
  }

  /** The response to `getMandatoryPages`. */
  get mandatoryPages(): ResponseOf<typeof getMandatoryPages> {
    const { id, impress, privacyNotice, ...consent } = this.architecture;
    const { cookieBannerConfig, cookieProviders, personalizedTrackingEnabled } = consent;
    return {
      architectureId: id,
      impress,
      privacyNotice,
      cookieBannerConfig,
      cookieProviders,
      personalizedTrackingEnabled,
    };
  }

  private addDefaults(): void {
    this.respondTo(getVenueVersion, () => this.version);
    this.respondTo(getLoginOptions, () => [...this.loginOptions]);
    this.respondTo(getVenue, ({ query }) => {
      const exists = query.architectureId === this.architecture.id && this.publishedVersion !== -1;
      if (!exists) throw new RejectedCall({ code: 'notFound', errMsg: 'There is no such venue.' });
      return this.venue;
    });
    this.respondTo(getMandatoryPages, () => this.mandatoryPages);
    this.respondTo(signAssetUrl, ({ query: { url } }) => ({ signedUrl: `${url}?signature=fake` }));
    this.respondTo(checkVenueAccess, () => undefined);
    this.respondTo(countLogin, () => undefined);
    this.respondTo(captureMessage, () => undefined);
    this.respondTo(reportCookiePreferences, () => undefined);
    this.respondTo(sendHit, () => undefined);
    this.respondTo(getTrackingUserId, () => ({ uid: 'f'.repeat(32) }));
    this.respondTo(openGuestSession, () => sessionOf('guest', this.now()));
    this.respondTo(refreshSession, () => {
      if (!this.signedIn) throw new RejectedCall({ code: 'unauthorized', errMsg: 'There is no session.' });
      return sessionOf(this.signedIn, this.now());
    });
    this.respondTo(signIn, ({ body: { email, password } }) => {
      const user = this.users.find((each) => each.email === email && each.password === password);
      if (!user) throw new RejectedCall({ code: 'invalidCredentials', errMsg: 'Wrong email or password.' });
      return this.openSession(user);
    });
    this.respondTo(signOut, () => {
      this.signedIn = undefined;
      return undefined;
    });
    this.respondTo(getProfile, ({ params: { userId } }) => {
      const user = this.users.find((each) => each.userId === userId);
      const profile = this.profiles.get(userId);
      if (!user && !profile) throw new RejectedCall({ code: 'notFound', errMsg: 'There is no such user.' });
      const { name, company, title, email } = user ?? {};
      const isOwn = userId === this.signedIn?.userId;
      const attributes: ProfileAttributes = {
        ...(name !== undefined && { name }),
        ...(company !== undefined && { company }),
        ...(title !== undefined && { title }),
        ...(isOwn && email !== undefined && { email }),
        ...profile,
      };
      const isHost = user?.roles.includes('ROLE_HOST') ?? false;
      const completion = isOwn ? { completion: 40 } : {};
      return { data: { userId, attributes, isHost, visibleByRole: false, ...completion } };
    });
    this.respondTo(createRealtimeTicket, () => ({ ticket: 'ticket-1', expiresAt: this.now() + 30_000 }));

    const acknowledge = () => undefined;
    this.onCommand(ping, acknowledge);
    this.onCommand(leaveArea, acknowledge);
    this.onCommand(setIdle, acknowledge);
    this.onCommand(subscribeToPresence, ({ scope }, socket) => {
      this.scopes.set(socket, { ...this.scopes.get(socket), scope });
      this.sendAttendees(socket);
      return undefined;
    });
    this.onCommand(followUsers, ({ userIds }, socket) => {
      this.followed.set(socket, userIds);
      this.sendFollowed(socket);
      return undefined;
    });
    this.onCommand(enterArea, ({ areaId }, socket) => {
      this.scopes.set(socket, { ...this.scopes.get(socket), areaId });
      this.sendPresence(socket);
      return undefined;
    });
    this.onCommand(listChatRooms, () => ({ rooms: [], blocked: [] }));
    this.onCommand(openChatRoom, () => {
      throw new RejectedCall({ code: 'notFound', errMsg: 'There is no such room.' });
    });
    this.onCommand(subscribeToCalls, () => ({ calls: [], ringing: [] }));
  }

  private readonly scopes = new Map<FakeSocket, { areaId?: string; scope?: 'area' | 'everyone' }>();

  private readonly followed = new Map<FakeSocket, readonly string[]>();

  private sendFollowed(socket: FakeSocket): void {
    const userIds = this.followed.get(socket) ?? [];
    const updated = this.attendees.filter(({ uid }) => userIds.includes(uid));
    const removed = userIds.filter((userId) => !updated.some(({ uid }) => uid === userId));
    socket.send(followedPresence, { updated, removed, complete: true });
  }

  private sendPresence(socket: FakeSocket): void {
    if (this.followed.has(socket)) this.sendFollowed(socket);
    socket.send(ownPresenceStatus, this.presenceChoice);
    this.sendAttendees(socket);
  }

  private sendAttendees(socket: FakeSocket): void {
    const { areaId, scope = 'area' } = this.scopes.get(socket) ?? {};
    const { signedIn } = this;
    const own: AttendeePresence[] = signedIn
      ? [
          {
            uid: signedIn.userId,
            ...(signedIn.name !== undefined && { name: signedIn.name }),
            ...(areaId !== undefined && { areaId }),
          },
        ]
      : [];
    const all = [...own, ...this.attendees];
    const listed = scope === 'everyone' ? all : all.filter((attendee) => attendee.areaId === areaId);
    const areas: Record<string, number> = {};
    for (const attendee of all)
      if (attendee.areaId !== undefined) areas[attendee.areaId] = (areas[attendee.areaId] ?? 0) + 1;
    socket.send(presenceCounts, { total: all.length, areas, complete: true });
    const within = scope === 'area' && areaId !== undefined ? { areaId } : {};
    socket.send(presenceSnapshot, { ...within, attendees: toColumns(listed) });
  }

  private async fetch(
    page: PageWindow,
    fetchFile: typeof fetch,
    input: RequestInfo | URL,
    init: RequestInit = {},
  ): Promise<Response> {
    const url = new URL(input instanceof page.Request ? input.url : String(input), page.location.href);
    const method = init.method ?? 'GET';
    const { signal } = init;
    signal?.throwIfAborted();
    const date = { date: new Date(this.now()).toUTCString() };
    const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      new page.Response(body === undefined ? null : JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json', ...date, ...headers },
      });
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
    const response = (async (): Promise<Response> => {
      if (!this.reachable) throw new page.TypeError('Failed to fetch');
      // Pictures and the app's own files come from the test runner's server.
      if (url.pathname.startsWith('/backend-assets/') || url.pathname.startsWith('/assets/'))
        return fetchFile(url, init);
      if (url.pathname.endsWith('/ui-config.json')) return json(200, this.uiConfig);
      const found = this.find(method, url.pathname.replace(/^\/stage\/api\b|^\/api\b/, ''));
      if (!found) {
        this.unanswered.push(`${method} ${url.pathname}`);
        return json(404, { errMsg: 'There is no such call.', code: 'notFound', requestId: 'request-1' });
      }
      const { endpoint, params } = found;
      const { body } = init;
      const received: Received = {
        params,
        query: Object.fromEntries(url.searchParams),
        body: typeof body === 'string' ? JSON.parse(body) : body,
        headers: Object.fromEntries(new Headers(init.headers as HeadersInit)),
      };
      this.log.push({ name: endpoint.name, received });
      await this.waitAtGate(endpoint.name);
      if (!this.reachable) throw new page.TypeError('Failed to fetch');
      try {
        const result = await this.endpoints.get(endpoint)?.(received);
        if (result instanceof Blob) return new page.Response(result, { headers: date });
        return json(200, result);
      } catch (error) {
        if (error instanceof TypeError) throw new page.TypeError(error.message);
        if (!(error instanceof RejectedCall)) throw error;
        const { code, errMsg = code, status = errorCodes[code], details, retryAfter } = error.rejection;
        const errorBody: ErrorResponse = {
          errMsg,
          code,
          requestId: 'request-1',
          ...(details !== undefined && { details }),
        };
        return json(status, method === 'HEAD' ? undefined : errorBody, {
          ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
        });
      }
    })();
    return Promise.race([response, aborted]);
  }

  private find(
    method: string,
    path: string,
  ): { endpoint: Endpoint; params: Readonly<Record<string, string>> } | undefined {
    for (const endpoint of this.endpoints.keys()) {
      if (endpoint.method !== method) continue;
      const pattern = endpoint.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
      const match = new RegExp(`^${pattern}$`).exec(path);
      if (match)
        return {
          endpoint,
          params: Object.fromEntries(
            Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
          ),
        };
    }
    return undefined;
  }

  private async waitAtGate(name: string): Promise<void> {
    const gate = this.gates.get(name);
    gate?.reach();
    await gate?.open;
  }

  /** Called by the page's WebSocket. */
  async receive(socket: FakeSocket, text: string): Promise<void> {
    const { id, command, input = {} } = JSON.parse(text) as { id: number; command: string; input?: unknown };
    socket.received.push({ id, command, input });
    this.commandLog.push({ name: command, input });
    await this.waitAtGate(command);
    if (!this.delivering || this.frozen.has(socket)) return;
    const handler = this.commandHandlers.get(command);
    if (!handler) {
      this.unanswered.push(`command ${command}`);
      return;
    }
    try {
      const result = await handler(input as never, socket);
      socket.sendRaw({ id, ...(result !== undefined && { result }) });
    } catch (error) {
      if (!(error instanceof RejectedCall)) throw error;
      const { code, errMsg = code, details } = error.rejection;
      const errorBody = { code, errMsg, requestId: 'request-1', ...(details !== undefined && { details }) };
      socket.sendRaw({ id, error: errorBody });
    }
  }

  /** Called by the page's WebSocket when it opens. */
  connected(socket: FakeSocket): void {
    this.connections += 1;
    this.sockets.push(socket);
    socket.sendRaw({
      event: 'welcome',
      data: {
        connectionId: `c-${this.connections}`,
        nodeId: 'n-1',
        serverTime: this.now(),
        venueVersion: this.publishedVersion,
      },
    });
  }

  disconnected(socket: FakeSocket): void {
    const at = this.sockets.indexOf(socket);
    if (at !== -1) this.sockets.splice(at, 1);
    this.scopes.delete(socket);
  }
}

/** A WebSocket class for a page that connects to a fake server. */
function socketClass(server: FakeServer, page: PageWindow): typeof WebSocket {
  class PageSocket extends page.EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    readyState = 0;
    binaryType = 'blob';
    readonly protocol = realtimeProtocol;
    readonly url: string;
    private readonly end: FakeSocket;

    constructor(url: string | URL) {
      super();
      this.url = String(url);
      this.end = new FakeSocket(
        (text) => queueMicrotask(() => this.deliver(text)),
        (code) => this.finish(code),
      );
      // A task of the test's window, because the page's timers may be stopped. The page can add its listeners before.
      setTimeout(() => this.open());
    }

    send(text: string): void {
      if (server.reachable) void server.receive(this.end, text);
    }

    close(code = 1000): void {
      this.readyState = 2;
      queueMicrotask(() => this.finish(code));
    }

    private open(): void {
      if (this.readyState !== 0) return;
      if (!server.reachable || !this.url.endsWith(realtimePath)) {
        this.dispatchEvent(new page.Event('error'));
        this.finish(1006);
        return;
      }
      this.readyState = 1;
      this.dispatchEvent(new page.Event('open'));
      server.connected(this.end);
    }

    private deliver(text: string): void {
      if (this.readyState === 1) this.dispatchEvent(new page.MessageEvent('message', { data: text }));
    }

    private finish(code: number): void {
      if (this.readyState === 3) return;
      this.readyState = 3;
      server.disconnected(this.end);
      // The classes of a removed iframe are no longer available.
      if (page.closed) return;
      this.dispatchEvent(new page.CloseEvent('close', { code, wasClean: true }));
    }
  }
  return PageSocket as unknown as typeof WebSocket;
}

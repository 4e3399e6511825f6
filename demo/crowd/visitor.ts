/**
 * A simulated attendee: logs in, changes areas, sends reactions, likes cards, changes its status, and reconnects after a
 * lost connection.
 */
import {
  setPresenceStatus,
  closeCodes,
  closeMediaBoard,
  enterArea,
  openMediaBoard,
  ping,
  reactions,
  sendReaction,
  setIdle,
  type Command,
  type InputOf,
  type ResultOf,
  type Widget,
} from '@foyer/contract';
import { analyticsHeartbeatMs, heartbeatIntervalMs, tokenRefreshMs } from '@foyer/contract/limits';
import type { AttendeeSignIn, Comment, Session, VisitedVenue } from './attendeeSignIn.ts';
import { AttendeeConnection } from './attendeeConnection.ts';
import type { CardLikes } from './cardLikes.ts';
import { VisitorHits } from './visitorHits.ts';

/** Counters of a crowd. */
export interface Tally {
  online: number;
  events: number;
  bytes: number;
  commands: number;
  /** The number of error codes, close codes and other errors. */
  readonly errors: Map<string, number>;
  /** Reply times in milliseconds; the reader empties the list. */
  readonly responseTimesMs: number[];
}

export interface VisitorDeps {
  readonly signIns: AttendeeSignIn;
  readonly url: string;
  /** Signs in. Called again when the session has ended. */
  readonly enter: () => Promise<Session>;
  readonly venue: VisitedVenue;
  /** Whether this attendee has presence; guests have none. */
  readonly hasPresence: boolean;
  readonly sendsHits: boolean;
  readonly random: () => number;
  readonly likes: CardLikes;
  readonly tally: Tally;
}

/** The mean time between actions, in milliseconds. */
const means = { walk: 45_000, react: 40_000, status: 240_000, open: 60_000, like: 25_000 } as const;
/** Widgets that people open. */
const openedTypes: readonly Widget['type'][] = [
  'AreaChatWidget',
  'FloorplanWidget',
  'GlobalChatWidget',
  'IframePopupWidget',
  'ImageWidget',
  'VimeoWidget',
];
const shareBusy = 0.15;
const shareIdle = 0.1;
/** The maximum number of stored reply times, for callers that do not read them. */
const maxResponseTimes = 100_000;
const backoffMs = { first: 500, most: 15_000 } as const;

export class Visitor {
  private readonly deps: VisitorDeps;
  private readonly hits: VisitorHits | undefined;
  private readonly timers = new Set<NodeJS.Timeout>();
  private session: Session | undefined;
  private connection: AttendeeConnection | undefined;
  private areaId: string;
  private userId: string | undefined;
  /** The media board that this attendee has open. */
  private openBoardId: string | undefined;
  private tries = 0;
  private stopped = false;
  /** Whether this attendee takes part in a dialogue, and stays in the area until it has ended. */
  isTalking = false;

  constructor(deps: VisitorDeps) {
    this.deps = deps;
    const { url, venue, sendsHits } = deps;
    if (sendsHits) this.hits = new VisitorHits({ url, architectureId: venue.architectureId });
    this.areaId = this.randomArea();
  }

  /** Connects. Rejects if the first sign-in fails; later errors are counted and retried. */
  async start(): Promise<void> {
    this.session = await this.deps.enter();
    this.every(tokenRefreshMs, async () => {
      if (this.session && this.deps.hasPresence) this.session = await this.deps.signIns.refresh(this.session);
    });
    await this.connect();
    await this.hit((hits, token) => hits.viewArea(this.areaId, token));
    this.repeatRandomly(means.walk, () => this.walk());
    this.repeatRandomly(means.react, () => this.react());
    this.repeatRandomly(means.open, () => this.openWidget());
    this.repeatRandomly(means.like, () => this.changeLike());
    this.every(analyticsHeartbeatMs, () => this.hit((hits, token) => hits.heartbeat(token)));
    if (this.deps.hasPresence) this.repeatRandomly(means.status, () => this.changeStatus());
    this.every(heartbeatIntervalMs * 2, () => this.sendCommand(ping, {}));
  }

  /** The area that this attendee is in. */
  get currentAreaId(): string {
    return this.areaId;
  }

  /** Sends a command for a conversation. Returns its result, undefined if it failed or there is no connection. */
  async talk<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C> | undefined> {
    return this.connection?.resultOf(command, input);
  }

  /** Likes a comment of a conversation. */
  async likeComment(comment: Comment): Promise<void> {
    const { signIns } = this.deps;
    const { session } = this;
    if (session === undefined) return;
    try {
      this.userId ??= await signIns.userId(session);
      await signIns.likeComment(session, this.userId, comment);
    } catch (error) {
      this.count((error as Error).message);
    }
  }

  leave(): void {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.connection?.close();
  }

  private async connect(): Promise<void> {
    const { signIns, url, tally } = this.deps;
    if (this.session === undefined) return;
    const ticket = await signIns.ticket(this.session);
    this.connection = await AttendeeConnection.open(url, ticket, {
      onMessage: (bytes) => {
        tally.events += 1;
        tally.bytes += bytes;
      },
      onClose: (code) => this.onConnectionLost(code),
    });
    tally.online += 1;
    this.tries = 0;
    await this.sendCommand(enterArea, { areaId: this.areaId });
  }

  private onConnectionLost(code: number): void {
    const { tally } = this.deps;
    tally.online -= 1;
    this.connection = undefined;
    this.openBoardId = undefined;
    if (this.stopped) return;
    this.count(`closed ${code}`);
    if (code === closeCodes.sessionEnded) this.session = undefined;
    this.reconnect();
  }

  private reconnect(): void {
    const maxMs = Math.min(backoffMs.most, backoffMs.first * 2 ** this.tries++);
    this.later(this.deps.random() * maxMs, async () => {
      try {
        this.session ??= await this.deps.enter();
        await this.connect();
      } catch (error) {
        this.count((error as Error).message);
        this.reconnect();
      }
    });
  }

  private async walk(): Promise<void> {
    if (this.isTalking) return;
    await this.closeBoard();
    this.areaId = this.randomArea();
    await this.sendCommand(enterArea, { areaId: this.areaId });
    await this.hit((hits, token) => hits.viewArea(this.areaId, token));
  }

  private async react(): Promise<void> {
    const kind = this.randomOf(reactions);
    await this.sendCommand(sendReaction, { reaction: kind });
    await this.hit((hits, token) => hits.event('reaction', 'send', { kind }, token));
  }

  /** Only counts it: most widgets need no request of their own. */
  private async openWidget(): Promise<void> {
    const { areas, globalWidgets } = this.deps.venue;
    const { contentWidgets = [] } = areas.find(({ id }) => id === this.areaId) ?? {};
    const widgets = [...contentWidgets, ...globalWidgets].filter(({ type }) => openedTypes.includes(type));
    if (widgets.length > 0) await this.hit((hits, token) => hits.openWidget(this.randomOf(widgets), token));
  }

  /** Opens the media board of the area, likes a card or takes a like back, and leaves the board open until it walks on. */
  private async changeLike(): Promise<void> {
    const { signIns, likes } = this.deps;
    const { session } = this;
    if (session === undefined || this.connection === undefined) return;
    const change = likes.next(this.areaId);
    if (change === undefined) return;
    const { widget, mediaBoardId, contentPieceId } = change.card;
    await this.openBoard(mediaBoardId, widget);
    try {
      this.userId ??= await signIns.userId(session);
      await signIns.changeLike(session, this.userId, change);
    } catch (error) {
      this.count((error as Error).message);
      return;
    }
    const subject = { area: this.areaId, widget: widget.id, type: widget.type, card: contentPieceId };
    const action = change.isLiked ? 'like' : 'dislike';
    await this.hit((hits, token) => hits.event('contentCard', action, subject, token));
  }

  private async openBoard(mediaBoardId: string, widget: Widget): Promise<void> {
    if (this.openBoardId === mediaBoardId) return;
    await this.closeBoard();
    await this.sendCommand(openMediaBoard, { mediaBoardId });
    this.openBoardId = mediaBoardId;
    await this.hit((hits, token) => hits.openWidget(widget, token));
  }

  private async closeBoard(): Promise<void> {
    const mediaBoardId = this.openBoardId;
    this.openBoardId = undefined;
    if (mediaBoardId !== undefined) await this.sendCommand(closeMediaBoard, { mediaBoardId });
  }

  private async changeStatus(): Promise<void> {
    const chance = this.deps.random();
    if (chance < shareIdle) await this.sendCommand(setIdle, { idle: true });
    else {
      await this.sendCommand(setIdle, { idle: false });
      const status = chance < shareIdle + shareBusy ? 'Busy' : 'Available';
      await this.sendCommand(setPresenceStatus, { status, invisible: false });
      await this.hit((hits, token) => hits.event('presence', 'status', { kind: status }, token));
    }
  }

  /** A hit that the server does not accept is counted as an error. */
  private async hit(send: (hits: VisitorHits, idToken: string) => Promise<void>): Promise<void> {
    const { hits, session } = this;
    if (hits === undefined || session === undefined) return;
    await send(hits, session.idToken).catch((error: unknown) => this.count((error as Error).message));
  }

  private async sendCommand<C extends Command>(command: C, input: InputOf<C>): Promise<void> {
    const { tally } = this.deps;
    const durationOrError = await this.connection?.time(command, input);
    if (durationOrError === undefined) return;
    tally.commands += 1;
    if (typeof durationOrError === 'string') this.count(`${command.name}: ${durationOrError}`);
    else if (tally.responseTimesMs.length < maxResponseTimes) tally.responseTimesMs.push(durationOrError);
  }

  private count(error: string): void {
    const { errors } = this.deps.tally;
    errors.set(error, (errors.get(error) ?? 0) + 1);
  }

  private randomOf<T>(from: readonly T[]): T {
    return from[Math.floor(this.deps.random() * from.length)] as T;
  }

  /** Prefers the first areas of the venue. */
  private randomArea(): string {
    const { venue, random } = this.deps;
    return venue.areas[Math.floor(random() ** 1.6 * venue.areas.length)]?.id ?? '';
  }

  /** Repeats an action after random delays with this mean, in milliseconds. */
  private repeatRandomly(meanMs: number, act: () => Promise<void>): void {
    this.later(-Math.log(1 - this.deps.random()) * meanMs, async () => {
      await act();
      this.repeatRandomly(meanMs, act);
    });
  }

  private every(ms: number, act: () => Promise<void>): void {
    this.later(ms, async () => {
      await act().catch((error: unknown) => this.count((error as Error).message));
      this.every(ms, act);
    });
  }

  private later(ms: number, act: () => Promise<void>): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void act();
    }, ms);
    this.timers.add(timer);
  }
}

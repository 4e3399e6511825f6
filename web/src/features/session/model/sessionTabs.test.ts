/**
 * Up to five tabs of one browser, each with its own session and backend, at a server whose answers and whose messages
 * between the tabs arrive in any order, late or not at all.
 */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getProfile, type IssuedIdToken } from '@foyer/contract';
import type { TabMessage, Tabs } from '../../../platform/backend/tabs.ts';

const tabCount = 5;
const users = ['ada', 'bo', 'cy'] as const;
type UserId = (typeof users)[number];

/** The modules of a tab. Each tab has its own, with their state. */
const loadTab = async () => {
  vi.resetModules();
  const [{ createSession }, { EmbeddedBackend }, user, login, { call }, visits] = await Promise.all([
    import('./session.ts'),
    import('../../../platform/backend/embedded.ts'),
    import('../../../platform/state/user.ts'),
    import('./loginState.ts'),
    import('../../../platform/api/client.ts'),
    import('../../../platform/visit/currentVisit.ts'),
  ]);
  return { createSession, EmbeddedBackend, ...user, ...login, call, ...visits };
};
type Modules = Awaited<ReturnType<typeof loadTab>>;
let modules: readonly Modules[];

beforeAll(async () => {
  stub();
  modules = [];
  for (let count = 0; count < tabCount; count += 1) modules = [...modules, await loadTab()];
});
afterAll(() => vi.unstubAllGlobals());

function stub(): void {
  const silent = () => undefined;
  vi.stubGlobal('console', { ...console, error: silent, warn: silent });
  vi.stubGlobal('location', new URL('https://venue.example.org/v/nightfall'));
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), {
      cookie: '',
      visibilityState: 'visible',
      querySelector: () => null,
      getElementById: () => null,
    }),
  );
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), { localStorage: storage, sessionStorage: storage }),
  );
}
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Claims {
  readonly sub: string;
  readonly sid: string;
  readonly rotation: number;
}
const claimsOf = (idToken: string): Claims => JSON.parse(atob(idToken.split('.')[1] ?? '')) as Claims;

/** What happens to a request: answered, its answer lost on the way, or lost itself. */
type Fate = 'ok' | 'noAnswer' | 'lost';

/** The server, and the cookie of the browser. A session accepts its previous refresh token until its successor is used. */
class Server {
  cookie: { readonly sid: string; readonly rotation: number } | undefined;
  private readonly sessions = new Map<
    string,
    { readonly userId: UserId; rotation: number; hasEnded: boolean }
  >();
  /** Sessions that the server has ended because a refresh token was too old, as if it were copied. */
  stolen = 0;
  /** Requests for the data of a user, and whose token they had. */
  readonly requests: { readonly of: string; readonly by: string }[] = [];

  userOf(cookie = this.cookie): UserId | undefined {
    const session = cookie && this.sessions.get(cookie.sid);
    return session && !session.hasEnded ? session.userId : undefined;
  }

  /** Handles a request at once; what it returns changes the browser when the answer arrives. */
  handle(path: string, { headers = {}, body, credentials }: RequestInit): () => Response {
    const cookie = credentials === 'omit' ? undefined : this.cookie;
    const bearer = (headers as Record<string, string>)['authorization']?.slice('Bearer '.length);
    const claims = bearer === undefined ? undefined : claimsOf(bearer);
    const isAlive = claims !== undefined && this.sessions.get(claims.sid)?.hasEnded === false;
    if (path === '/api/session/sign-in') return this.signIn(body);
    if (path === '/api/session/refresh') return this.refresh(cookie);
    if (path === '/api/session/sign-out') return this.signOut(cookie, claims);
    const [, of] = /userProfile\/([a-z]+)$/.exec(path) ?? [];
    if (of !== undefined) this.requests.push({ of, by: claims?.sub ?? 'nobody' });
    return () => (isAlive ? new Response(null, { status: 204 }) : rejection());
  }

  private signIn(body: unknown): () => Response {
    const userId = users.find((name) => JSON.stringify(body).includes(name)) ?? 'ada';
    const sid = `${userId}-${this.sessions.size}`;
    this.sessions.set(sid, { userId, rotation: 0, hasEnded: false });
    return () => {
      this.cookie = { sid, rotation: 0 };
      return Response.json(issue({ sub: userId, sid, rotation: 0 }));
    };
  }

  private refresh(cookie: Server['cookie']): () => Response {
    const session = cookie && this.sessions.get(cookie.sid);
    if (!session || session.hasEnded) return rejection;
    if (cookie.rotation < session.rotation - 1) {
      this.stolen += 1;
      session.hasEnded = true;
      return rejection;
    }
    if (cookie.rotation === session.rotation) session.rotation += 1;
    const { userId: sub, rotation } = session;
    const { sid } = cookie;
    return () => {
      this.cookie = { sid, rotation };
      return Response.json(issue({ sub, sid, rotation }));
    };
  }

  private signOut(cookie: Server['cookie'], claims: Claims | undefined): () => Response {
    const session = this.sessions.get((cookie ?? claims)?.sid ?? '');
    if (session) session.hasEnded = true;
    return () => {
      if (cookie) this.cookie = undefined;
      return new Response(null, { status: 204 });
    };
  }
}

const rejection = (): Response =>
  Response.json({ code: 'unauthorized', errMsg: 'no', requestId: 'r-1' }, { status: 401 });

/** The first token of a session has expired on arrival, so that the next request has to renew it. */
const issue = (claims: Claims): IssuedIdToken => {
  const all = {
    ...claims,
    kind: 'account',
    email: '',
    authorities: [],
    provider: 'password',
    iat: 0,
    exp: 9e9,
  };
  const expiresAt = claims.rotation === 0 ? 0 : 9e12;
  return { idToken: `head.${btoa(JSON.stringify(all))}.signature`, expiresAt };
};

type Action =
  | { readonly type: 'signIn'; readonly tab: number; readonly userId: UserId }
  | { readonly type: 'signOut' | 'refresh' | 'request' | 'cancel'; readonly tab: number };

const tabNumber = fc.nat({ max: tabCount - 1 });
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('signIn' as const),
      tab: tabNumber,
      userId: fc.constantFrom(...users),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constantFrom('refresh' as const, 'request' as const), tab: tabNumber }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('signOut' as const, 'cancel' as const), tab: tabNumber }),
  },
);
const fates: fc.Arbitrary<readonly Fate[]> = fc.array(
  fc.constantFrom<Fate>('ok', 'ok', 'ok', 'noAnswer', 'lost'),
  {
    maxLength: 20,
  },
);

/** Runs the actions in five tabs; answers and messages arrive in the order of the scheduler. */
async function browse(scheduler: fc.Scheduler, actions: readonly Action[], given: readonly Fate[]) {
  const server = new Server();
  const pending = [...given];
  let isCalm = false;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const fate = isCalm ? 'ok' : (pending.shift() ?? 'ok');
    const { signal } = init;
    signal?.throwIfAborted();
    if (isCalm) return server.handle(path, init)();
    await scheduler.schedule(Promise.resolve(), `${path} arrives`);
    const answer = fate === 'lost' ? undefined : server.handle(path, init);
    await scheduler.schedule(Promise.resolve(), `${path} is answered: ${fate}`);
    if (!answer || fate === 'noAnswer' || signal?.aborted) throw new TypeError('Failed to fetch');
    return answer();
  });

  let lock: Promise<unknown> = Promise.resolve();
  const receivers = modules.map(() => [] as ((message: TabMessage) => void)[]);
  const deliver = async (
    listeners: readonly ((message: TabMessage) => void)[],
    message: TabMessage,
    label: string,
  ): Promise<void> => {
    await scheduler.schedule(Promise.resolve(), label);
    for (const listener of listeners) listener(message);
  };
  const broadcast = (from: number, message: TabMessage): void => {
    for (const [index, listeners] of receivers.entries())
      if (index !== from) void deliver(listeners, message, `${message.type} from ${from} to ${index}`);
  };
  const faults: string[] = [];

  const tabs = modules.map((module, index) => {
    const { useUser, initialUser, useLogin, beginVisit } = module;
    beginVisit();
    useUser.setState(initialUser);
    useLogin.setState({ phase: 'loggedOut', error: null, hasLoggedOut: false });
    const known = new Set<string>();
    const channel: Tabs = {
      runExclusive<T>(run: () => Promise<T>) {
        const done = lock.then(run);
        lock = done.catch(() => undefined);
        return done;
      },
      broadcast(message) {
        if (message.type === 'signedOut' && message.sessionId !== undefined) known.add(message.sessionId);
        broadcast(index, message);
      },
      onMessage: (listener) => void receivers[index]?.push(listener),
    };
    receivers[index]?.push((message) => {
      if (message.type === 'signedOut' && message.sessionId !== undefined) known.add(message.sessionId);
    });
    const session = module.createSession(
      { continueFromLogin: () => undefined, traits: () => ({}), isAtLogin: () => false },
      new module.EmbeddedBackend(channel),
    );
    const end = useUser.subscribe(({ authToken }, before) => {
      if (authToken === null || authToken === before.authToken) return;
      const { sid } = claimsOf(authToken);
      if (known.has(sid)) faults.push(`tab ${index} has the token of ${sid} again, which was ended`);
    });
    return { index, session, module, end, cancel: new AbortController() };
  });

  const shownUser = (tab: (typeof tabs)[number]): string | undefined => {
    const { user, isLoggedIn, authToken } = tab.module.useUser.getState();
    if (isLoggedIn && authToken !== null && claimsOf(authToken).sub !== user?.userId)
      faults.push(`tab ${tab.index} shows ${user?.userId} with the token of another user`);
    return isLoggedIn ? user?.userId : undefined;
  };

  const act = async (step: Action): Promise<void> => {
    const tab = tabs[step.tab];
    if (!tab) return;
    const { session, module } = tab;
    switch (step.type) {
      case 'signIn':
        tab.cancel = new AbortController();
        await session.signIn(`${step.userId}@example.com`, 'right horse', tab.cancel.signal);
        break;
      case 'cancel':
        tab.cancel.abort();
        break;
      case 'signOut':
        await session.logout();
        break;
      case 'refresh':
        await session.refreshUser();
        break;
      case 'request': {
        const userId = shownUser(tab);
        if (userId === undefined) return;
        await module.call(getProfile, { params: { architectureId: 'nightfall', userId }, retry: false });
      }
    }
  };
  for (const [number, step] of actions.entries())
    void scheduler
      .schedule(Promise.resolve(), `${number}: ${JSON.stringify(step)}`)
      .then(() => act(step).catch(() => undefined));
  await scheduler.waitIdle();

  const shownAtOnce = tabs.map(shownUser);

  // Later each tab renews its token, and nothing is lost.
  isCalm = true;
  for (let round = 0; round < 2; round += 1)
    for (const { session } of tabs) {
      await session.refreshUser().catch(() => undefined);
      await scheduler.waitIdle();
    }
  const shown = tabs.map(shownUser);
  for (const { end } of tabs) end();
  return { server, shownAtOnce, shown, faults };
}

const property = (check: (result: Awaited<ReturnType<typeof browse>>, actions: readonly Action[]) => void) =>
  fc.asyncProperty(
    fc.scheduler(),
    fc.array(action, { minLength: 1, maxLength: 10 }),
    fates,
    async (scheduler, actions, given) => check(await browse(scheduler, actions, given), actions),
  );
/** A fixed seed, because a test must not fail by chance. To search for more, raise the number without it. */
const runs = { numRuns: 200, seed: 17 };

test('SESSION-10ac five tabs show the user of the cookie in the end, or nobody, in whatever order answers and messages arrive', async () => {
  await fc.assert(
    property(({ server, shown }) => {
      const user = server.userOf();
      for (const each of shown) if (each !== undefined) expect(each).toBe(user);
    }),
    runs,
  );
});

test('SESSION-10al crossed sign-ins and renewals leave all tabs with the user of the cookie at once, if no answer is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(action, { minLength: 1, maxLength: 10 }),
      async (scheduler, actions) => {
        const signingOut: readonly Action['type'][] = ['signOut', 'cancel'];
        const kept = actions.filter(({ type }) => !signingOut.includes(type));
        const { server, shownAtOnce } = await browse(scheduler, kept, []);
        const user = server.userOf();
        expect(shownAtOnce).toEqual(shownAtOnce.map(() => user));
      },
    ),
    runs,
  );
});

test('SESSION-10ad a request never has the token of another user, and a session that has ended never comes back', async () => {
  await fc.assert(
    property(({ server, faults }) => {
      expect(faults).toEqual([]);
      expect(server.requests.filter(({ of, by }) => of !== by)).toEqual([]);
    }),
    runs,
  );
});

test('SESSION-10ae nobody is signed out without a cause: renewals and lost answers end no session', async () => {
  await fc.assert(
    property(({ server, shown }, actions) => {
      expect(server.stolen).toBe(0);
      if (actions.some(({ type }) => type === 'signOut' || type === 'cancel')) return;
      const user = server.userOf();
      // A sign-in that no tab has learned of is found by the next page load.
      if (shown.some((each) => each !== undefined)) expect(user).toBeDefined();
    }),
    runs,
  );
});

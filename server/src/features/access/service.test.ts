import type { OperatingMode } from '@foyer/contract';
import { expect, test } from 'vitest';
import type { Account } from '#platform/identity';
import type { AccountCaller, Caller } from '#platform/http/route';
import { hashSecret } from '#platform/secret';
import { createStageAccess } from './createStageAccess.ts';
import { failureWindowMs, maxFailures } from './failureLimit.ts';
import { AccessService, type AccessDeps } from './service.ts';
import type { StageSession } from './store.ts';

const adminKey = 'the-key-of-the-administrator';
const token = 'eyJhbGciOiJFZERTQSJ9.claims.signature';
const attendee: AccountCaller = {
  kind: 'account',
  accountId: 'ada',
  email: 'ada@example.com',
  roles: ['ROLE_ATTENDEE'],
  sessionId: 'session',
};
const designer: AccountCaller = { ...attendee, roles: ['ROLE_ATTENDEE', 'ROLE_DESIGNER'] };
const guest: Caller = { kind: 'guest', guestId: 'anon-1', roles: [] };
const stage: Caller = { kind: 'stage', sessionId: 'session', roles: [] };
const operator: Caller = { kind: 'operator', name: 'admin-key', roles: ['ROLE_ADMIN'] };

const stageToken = 'x'.repeat(43);
const cookie = `foyer_stage=${stageToken}`;
const sessionId = hashSecret(stageToken);

interface Setup {
  readonly loginEnabled?: boolean;
  /** Whose `token` it is. */
  readonly caller?: Caller | undefined;
  /** The creator of the link that opened the stage session. */
  readonly owner?: string | undefined;
}

/** The access of one server with one stage session, which expires at `session.expiresAt`. */
function setUp({ loginEnabled = false, caller, owner }: Setup = {}) {
  const state = {
    now: 1_000_000,
    session: { expiresAt: 2_000_000, owner } as StageSession | undefined,
    account: { roles: designer.roles, blocked: false } as unknown as Account | undefined,
    queries: 0,
    /** Runs while the session is read, and has been found. */
    onQuery: () => undefined as unknown,
  };
  const ended: string[] = [];
  const service = new AccessService({
    store: {
      session: async (id: string) => {
        state.queries += 1;
        const { session } = state;
        await state.onQuery();
        return id === sessionId ? session : undefined;
      },
      endSession: async () => {
        const isOpen = state.session !== undefined;
        state.session = undefined;
        return isOpen;
      },
    },
    clock: () => state.now,
    monotonicClock: () => state.now,
    adminKey,
    publicUrl: 'http://localhost',
    tokens: {
      identify: async () => caller,
      identifyCached: (sent: string) => (sent === token ? caller : undefined),
      recheck: async () => caller,
    },
    loginEnabled: () => loginEnabled,
    accounts: { find: async () => state.account },
    onStageSessionEnded: (id: string) => {
      ended.push(id);
      service.visitors.invalidateSession(id);
    },
  } as unknown as AccessDeps);
  return { service, state, ended };
}

const requestWith = (authorization: string, mode: OperatingMode = 'LIVE', ...rawHeaders: string[]) => ({
  mode,
  headers: { authorization },
  rawHeaders: ['Host', 'localhost', 'Authorization', authorization, ...rawHeaders],
  address: '203.0.113.5',
});

/** What a caller may do: see the venue, use a token although the venue is hidden from them, or nothing. */
type Right = 'see' | 'identify' | 'none';

test.each<[Caller, OperatingMode, login: 'required' | 'optional', Right]>([
  [attendee, 'LIVE', 'required', 'see'],
  [attendee, 'LIVE', 'optional', 'see'],
  [attendee, 'STAGE', 'optional', 'identify'],
  [designer, 'STAGE', 'required', 'see'],
  [designer, 'LIVE', 'required', 'see'],
  [guest, 'LIVE', 'optional', 'see'],
  [guest, 'LIVE', 'required', 'none'],
  [guest, 'STAGE', 'optional', 'none'],
  [stage, 'STAGE', 'required', 'see'],
  [stage, 'LIVE', 'optional', 'none'],
])('the token of %j, in %s with a login that is %s: %s', async (...given) => {
  const [caller, mode, login, right] = given;
  const { service } = setUp({ loginEnabled: login === 'required', caller });
  const request = requestWith(`Bearer ${token}`, mode);
  expect(service.findCachedReader(mode, request.headers, request.rawHeaders)).toBe(
    right === 'see' ? caller : undefined,
  );
  expect(await service.recheck(mode, caller)).toEqual(right === 'see' ? caller : undefined);
  const identified = service.identify(request);
  if (right === 'none') await expect(identified).rejects.toMatchObject({ code: 'unauthorized' });
  else expect(await identified).toBe(caller);
});

test('an open connection ends with its session; the key and guests have none', async () => {
  const { service } = setUp({ caller: undefined });
  for (const caller of [attendee, stage]) {
    for (const mode of ['LIVE', 'STAGE'] as const)
      expect([caller, await service.recheck(mode, caller)]).toEqual([caller, undefined]);
  }
  expect(await service.recheck('LIVE', guest)).toBe(guest);
  expect(await service.recheck('LIVE', operator)).toBe(operator);
});

test('a token that is not cached needs a query', () => {
  const { headers, rawHeaders } = requestWith(`Bearer ${token}`);
  expect(setUp({ caller: undefined }).service.findCachedReader('LIVE', headers, rawHeaders)).toBeUndefined();
});

test('without an Authorization header only a venue without a required login is sent from the cache', () => {
  for (const loginEnabled of [true, false])
    expect(setUp({ loginEnabled }).service.findCachedReader('LIVE', {}, [])).toEqual(
      loginEnabled ? undefined : { kind: 'anonymous' },
    );
});

test('the staged venue is sent from the cache to a stage visitor who was checked before', async () => {
  const { service } = setUp();
  const read = () => service.findCachedReader('STAGE', { cookie }, ['Cookie', cookie]);
  expect(read()).toBeUndefined();
  expect(await service.identify({ ...requestWith(''), mode: 'STAGE', headers: { cookie } })).toEqual({
    kind: 'stage',
    sessionId,
    roles: [],
  });
  expect(read()).toEqual({ kind: 'stage', sessionId, roles: [] });
  expect(service.findCachedReader('STAGE', {}, [])).toBeUndefined();
});

test('bad input 28: only a single Bearer token of at most 8192 characters is read', async () => {
  const { service } = setUp({ caller: attendee });
  const long = `Bearer ${token}`.padEnd(8_192, 'e');
  expect(await service.identify(requestWith(long))).toBe(attendee);
  const another = requestWith(`Bearer ${token}`, 'LIVE', 'Cache-Control', 'no-cache', 'Authorizatiom', 'x');
  expect(await service.identify(another)).toBe(attendee);
  for (const request of [
    requestWith(`${long}e`),
    requestWith(`xBearer ${token}`),
    requestWith(`Bearer ${token} `),
    requestWith(`Bearer !${token}`),
    requestWith(`Bearer ${token}!`),
    requestWith(`Bearer ${token}`, 'LIVE', 'authorization', `Bearer ${token}`),
  ]) {
    await expect(service.identify(request)).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'The key in the Authorization header is invalid.',
    });
  }
});

test('a rejection for too many wrong keys says how long to wait', async () => {
  const { service, state } = setUp();
  const guess = () => service.identify(requestWith('Bearer wrong'));
  for (let count = 0; count < maxFailures; count++)
    await expect(guess()).rejects.toMatchObject({ code: 'unauthorized' });
  state.now += failureWindowMs - 500;
  await expect(guess()).rejects.toMatchObject({ code: 'tooManyRequests', retryAfter: 1 });
  expect(await service.identify(requestWith(`Bearer ${adminKey}`))).toMatchObject({ kind: 'operator' });
  state.now += 500;
  await expect(guess()).rejects.toMatchObject({ code: 'unauthorized' });
});

test('a stage session is read again after 30 seconds, and not used longer than it is valid', async () => {
  const { service, state } = setUp();
  const { visitors } = service;
  const found = { id: `stage-${sessionId.slice(0, 22)}`, sessionId, expiresAt: 2_000_000 };
  expect(await visitors.find({ cookie })).toEqual(found);
  state.now += 29_999;
  expect([await visitors.find({ cookie }), visitors.findCached({ cookie })]).toEqual([found, found]);
  expect(state.queries).toBe(1);
  state.now += 1;
  expect(visitors.findCached({ cookie })).toBeUndefined();
  expect(await visitors.find({ cookie })).toEqual(found);
  expect(state.queries).toBe(2);
  state.now = found.expiresAt - 1;
  expect(await visitors.find({ cookie })).toEqual(found);
  state.now += 1;
  expect(visitors.findCached({ cookie })).toBeUndefined();
  expect(await visitors.find({ cookie })).toBeUndefined();
});

test('a malformed or missing stage cookie causes no query', async () => {
  const { service, state } = setUp();
  for (const headers of [{}, { cookie: 'foyer_stage=' }, { cookie: `${cookie}x` }]) {
    expect(await service.visitors.find(headers)).toBeUndefined();
    expect(service.visitors.findCached(headers)).toBeUndefined();
    expect(await service.visitors.end(headers)).toBeUndefined();
  }
  expect(state.queries).toBe(0);
});

test('a stage session that ends is reported once and removed from the cache, and its cookie is deleted', async () => {
  const { service, ended } = setUp();
  await service.visitors.find({ cookie });
  expect(await service.visitors.end({ cookie })).toBe(
    'foyer_stage=; Path=/stage; Max-Age=0; HttpOnly; SameSite=Lax',
  );
  expect(service.visitors.findCached({ cookie })).toBeUndefined();
  expect(await service.visitors.find({ cookie })).toBeUndefined();
  await service.visitors.end({ cookie });
  expect(ended).toEqual([sessionId]);
});

test('ROLE-02o when the rights of an account change, only the stage sessions of its links are checked again', async () => {
  const { service, state } = setUp({ owner: 'dana' });
  const { visitors } = service;
  await visitors.find({ cookie });
  visitors.invalidateOwner('finn');
  expect(visitors.findCached({ cookie })).toBeDefined();
  visitors.invalidateOwner('dana');
  expect(visitors.findCached({ cookie })).toBeUndefined();
  state.account = undefined;
  expect(await visitors.find({ cookie })).toBeUndefined();
});

test('ROLE-02p the result of a check that began before a change of rights is not cached', async () => {
  const { service, state } = setUp({ owner: 'dana' });
  state.onQuery = () => service.visitors.invalidateOwner('dana');
  expect(await service.visitors.find({ cookie })).toBeDefined();
  expect(service.visitors.findCached({ cookie })).toBeUndefined();
});

test('ROLE-02q the result of a check that began before the end of a stage session is not cached', async () => {
  const { service, state } = setUp();
  state.onQuery = () => service.visitors.end({ cookie });
  expect(await service.visitors.find({ cookie })).toBeDefined();
  expect(service.visitors.findCached({ cookie })).toBeUndefined();
  state.onQuery = () => undefined;
  expect(await service.visitors.find({ cookie })).toBeUndefined();
});

test('the page of the stage is styled for its visitors, and for accounts that may see it', async () => {
  const { service } = setUp();
  const accountWith = ({ roles }: { roles: Account['roles'] }) =>
    createStageAccess(service.visitors, async () => ({ roles }) as Account);
  const anonymous = createStageAccess(service.visitors, async () => undefined);
  expect(anonymous.checkCached({})).toBe(false);
  expect(anonymous.checkCached({ cookie: 'theme=dark' })).toBe(false);
  expect(anonymous.checkCached({ cookie: 'foyer_refresh=x' })).toBeUndefined();
  expect(anonymous.checkCached({ cookie })).toBeUndefined();
  expect(await accountWith(attendee).check({})).toBe(false);
  expect(await accountWith(designer).check({})).toBe(true);
  expect(await anonymous.check({})).toBe(false);
  expect(await anonymous.check({ cookie })).toBe(true);
  expect(anonymous.checkCached({ cookie })).toBe(true);
});

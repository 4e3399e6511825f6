import { sign } from 'node:crypto';
import { idTokenMs, refreshGraceMs, type Role } from '@foyer/contract';
import { decodeJwt, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import type { Account } from '#platform/identity';
import { IdTokens, sessionCheckMs, type IdTokensDeps } from './idTokens.ts';
import { SigningKeys } from './signingKeys.ts';
import type { SessionRow, SigningKeyRow } from './tables.ts';

const startedAt = 20_000 * 24 * 3_600_000 + 999;
const ada = {
  id: 'ada',
  email: 'ada@example.com',
  name: '',
  company: '',
  title: '',
  roles: ['ROLE_ATTENDEE', 'ROLE_HOST'],
  blocked: false,
} as unknown as Account;
const bySession = { id: 'session', provider: 'password', currentHash: 'current' };
const visitor = { id: 'stage-1', sessionId: 'stage-session', expiresAt: startedAt + 5_000 };

/** The tokens of one server with one account, one session and one stage session. */
function setUp() {
  const keyRows: SigningKeyRow[] = [];
  const state = {
    now: startedAt,
    account: ada as Account | undefined,
    session: {
      id: 'session',
      accountId: 'ada',
      provider: 'password',
      currentHash: 'current',
      previousHash: null,
      rotatedAt: startedAt,
    } as SessionRow | undefined,
    isStageOpen: true,
    isStageCached: true,
    checks: 0,
    dropped: 0,
    /** Runs while a session is checked. */
    onCheck: () => undefined as unknown,
    keysFail: false,
  };
  const store = {
    keys: async () => {
      if (state.keysFail) throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });
      return keyRows;
    },
    insertKey: async (row: SigningKeyRow) => {
      keyRows.push(row);
      return row;
    },
    find: async () => {
      state.checks += 1;
      state.onCheck();
      return state.session;
    },
    dropPrevious: async () => {
      state.dropped += 1;
      throw new Error('disk full');
    },
  };
  const clock = () => state.now;
  const create = () =>
    new IdTokens({
      keys: new SigningKeys(store as never, clock),
      store,
      accounts: { find: async () => state.account },
      visitors: {
        findSession: async () => (state.isStageOpen ? visitor : undefined),
        findCachedSession: () => (state.isStageCached ? visitor : undefined),
      },
      clock,
      monotonicClock: clock,
    } as unknown as IdTokensDeps);
  return { tokens: create(), another: create(), state, store };
}

const adaCaller = {
  kind: 'account',
  accountId: 'ada',
  email: 'ada@example.com',
  roles: ['ROLE_ATTENDEE', 'ROLE_HOST'],
  sessionId: 'session',
};

test('a token contains its session, whole seconds, and only the details that the account has', async () => {
  const { tokens } = setUp();
  const iat = Math.floor(startedAt / 1_000);
  const exp = Math.floor((startedAt + idTokenMs) / 1_000);
  const { idToken, expiresAt } = await tokens.forAccount(ada, bySession);
  const times = { iss: 'foyer', aud: 'foyer', iat, exp };
  expect(decodeJwt(idToken)).toEqual({
    sub: 'ada',
    kind: 'account',
    email: 'ada@example.com',
    authorities: ['ROLE_ATTENDEE', 'ROLE_HOST'],
    provider: 'password',
    sid: 'session',
    rotation: 'current',
    ...times,
  });
  expect(expiresAt).toBe(exp * 1_000);
  const guest = await tokens.forGuest('anon-1');
  expect(decodeJwt(guest.idToken)).toEqual({
    sub: 'anon-1',
    kind: 'guest',
    email: '',
    authorities: [],
    provider: 'anonymous',
    ...times,
  });
});

test('a token of a stage session expires with the session, at the latest after the lifetime of a token', async () => {
  const { tokens } = setUp();
  const expiresAt = async (sessionEnd: number) =>
    (await tokens.forStage({ ...visitor, expiresAt: sessionEnd }, startedAt)).expiresAt;
  expect(await expiresAt(startedAt + 5_000)).toBe(startedAt - 999 + 5_000);
  expect(await expiresAt(startedAt + 2 * idTokenMs)).toBe(startedAt - 999 + idTokenMs);
});

test('a token is identified from the cache after its session was checked, until the next check', async () => {
  const { tokens, state } = setUp();
  const { idToken } = await tokens.forAccount(ada, bySession);
  expect(tokens.identifyCached(idToken)).toBeUndefined();
  expect(await tokens.identify(idToken)).toEqual(adaCaller);
  state.now += sessionCheckMs - 1;
  expect(tokens.identifyCached(idToken)).toEqual(adaCaller);
  expect(await tokens.identify(idToken)).toEqual(adaCaller);
  expect(state.checks).toBe(1);
  state.now += 1;
  expect(tokens.identifyCached(idToken)).toBeUndefined();
  expect(await tokens.identify(idToken)).toEqual(adaCaller);
  expect(state.checks).toBe(2);
});

test('the signature of a token is verified once, until the token expires', async () => {
  const { tokens, state } = setUp();
  const { idToken, expiresAt } = await tokens.forGuest('anon-1');
  const guest = { kind: 'guest', guestId: 'anon-1', roles: [] };
  expect(tokens.identifyCached(idToken)).toBeUndefined();
  expect(await tokens.identify(idToken)).toEqual(guest);
  state.now = expiresAt - 1;
  tokens.deleteExpired();
  expect(tokens.identifyCached(idToken)).toEqual(guest);
  state.now = expiresAt;
  expect(tokens.identifyCached(idToken)).toBeUndefined();
  expect(await tokens.identify(idToken)).toBeUndefined();
});

test('the token of a stage session is valid as long as the session exists', async () => {
  const { tokens, state } = setUp();
  const { idToken } = await tokens.forStage(visitor, startedAt);
  const stage = { kind: 'stage', sessionId: 'stage-session', roles: [] };
  expect(await tokens.identify(idToken)).toEqual(stage);
  expect(tokens.identifyCached(idToken)).toEqual(stage);
  state.isStageCached = false;
  expect(tokens.identifyCached(idToken)).toBeUndefined();
  state.isStageOpen = false;
  expect(await tokens.identify(idToken)).toBeUndefined();
});

test.each<[string, (tokens: IdTokens) => void, isCached: boolean]>([
  ['of the session', (tokens) => tokens.invalidateSession('session'), false],
  ['of another session', (tokens) => tokens.invalidateSession('another'), true],
  ['of the account', (tokens) => tokens.invalidateAccount('ada'), false],
  ['of another account', (tokens) => tokens.invalidateAccount('bo'), true],
])(
  'after a change %s the session is checked at its next use: cached is %3$s',
  async (_what, change, isCached) => {
    const { tokens } = setUp();
    const { idToken } = await tokens.forAccount(ada, bySession);
    await tokens.identify(idToken);
    change(tokens);
    expect(tokens.identifyCached(idToken) !== undefined).toBe(isCached);
  },
);

test.each<[string, (tokens: IdTokens) => void]>([
  ['session', (tokens) => tokens.invalidateSession('session')],
  ['account', (tokens) => tokens.invalidateAccount('ada')],
])('the result of a check that began before a change of the %s is not cached', async (_what, change) => {
  const { tokens, state } = setUp();
  const { idToken } = await tokens.forAccount(ada, bySession);
  state.onCheck = () => change(tokens);
  expect(await tokens.identify(idToken)).toEqual(adaCaller);
  expect(tokens.identifyCached(idToken)).toBeUndefined();
});

test.each<[string, Partial<SessionRow> | undefined, Partial<Account> | undefined]>([
  ['has ended', undefined, {}],
  ['is of another account', { accountId: 'bo' }, {}],
  ['is of a deleted account', {}, undefined],
  ['is of a blocked account', {}, { blocked: true }],
  ['was opened by a ticket, which does not suffice for a host', { provider: 'cvent' }, {}],
])('a session that %s is not valid', async (_what, session, account) => {
  const { tokens, state } = setUp();
  const { idToken } = await tokens.forAccount(ada, bySession);
  state.session = session && ({ ...state.session, ...session } as SessionRow);
  state.account = account && { ...ada, ...account };
  expect(await tokens.identify(idToken)).toBeUndefined();
  expect(await tokens.recheck(adaCaller as never)).toBeUndefined();
});

test('ROLE-01c a caller has the roles of the token that the account still has', async () => {
  const { tokens, state } = setUp();
  const { idToken } = await tokens.forAccount(ada, bySession);
  const roles: Role[] = ['ROLE_HOST', 'ROLE_ADMIN'];
  state.account = { ...ada, roles };
  expect(await tokens.identify(idToken)).toEqual({ ...adaCaller, roles: ['ROLE_HOST'] });
  expect(tokens.identifyCached(idToken)).toEqual({ ...adaCaller, roles: ['ROLE_HOST'] });
});

/** Signs claims with the key of these tokens. */
async function signed({ store, state }: ReturnType<typeof setUp>, claims: object): Promise<string> {
  const { head, privateKey } = await new SigningKeys(store as never, () => state.now).signingKey();
  const message = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${message}.${sign(null, Buffer.from(message), privateKey).toString('base64url')}`;
}

test.each([
  { rotation: 'current', later: refreshGraceMs + 1, previousHash: 'previous', dropped: 1 },
  { rotation: 'current', later: refreshGraceMs, previousHash: 'previous', dropped: 0 },
  { rotation: 'current', later: refreshGraceMs + 1, previousHash: null, dropped: 0 },
  { rotation: 'previous', later: refreshGraceMs + 1, previousHash: 'previous', dropped: 0 },
  { rotation: undefined, later: refreshGraceMs + 1, previousHash: 'previous', dropped: 0 },
])(
  'SESSION-10s the refresh token before the last rotation ($previousHash) is dropped $dropped times by a valid token of the rotation $rotation, $later ms later',
  async ({ rotation, later, previousHash, dropped }) => {
    const setup = setUp();
    const { tokens, state } = setup;
    const claims = decodeJwt((await tokens.forAccount(ada, bySession)).idToken);
    const idToken = await signed(setup, { ...claims, rotation });
    state.session = { ...state.session, previousHash } as SessionRow;
    state.now += later;
    // The write fails, which must not fail the request.
    expect(await tokens.identify(idToken)).toEqual(adaCaller);
    expect(state.dropped).toBe(dropped);
  },
);

test('SESSION-10y a token of the previous rotation does not keep one of the last from dropping the previous refresh token', async () => {
  const setup = setUp();
  const { tokens, state } = setup;
  const { idToken } = await tokens.forAccount(ada, bySession);
  const older = await signed(setup, { ...decodeJwt(idToken), rotation: 'previous' });
  state.session = { ...state.session, previousHash: 'previous' } as SessionRow;
  state.now += refreshGraceMs + 1;
  expect(await tokens.identify(older)).toEqual(adaCaller);
  expect(await tokens.identify(idToken)).toEqual(adaCaller);
  expect(state.dropped).toBe(1);
});

test('SESSION-10v the check of a realtime connection does not keep a later request from dropping the previous refresh token', async () => {
  const { tokens, state } = setUp();
  const { idToken } = await tokens.forAccount(ada, bySession);
  await tokens.identify(idToken);
  state.session = { ...state.session, previousHash: 'previous' } as SessionRow;
  state.now += refreshGraceMs + 1;
  expect(await tokens.recheck(adaCaller as never)).toEqual(adaCaller);
  expect(tokens.identifyCached(idToken)).toBeUndefined();
  expect(await tokens.identify(idToken)).toEqual(adaCaller);
  expect(state.dropped).toBe(1);
  expect(tokens.identifyCached(idToken)).toEqual(adaCaller);
});

test.each([
  ['without an expiry', { exp: undefined }],
  ['of another issuer', { iss: 'elsewhere' }],
  ['for another audience', { aud: 'elsewhere' }],
  ['of an account without a session', { sid: undefined }],
  ['of a stage visitor without a session', { kind: 'stage', sid: undefined }],
  ['of an unknown kind', { kind: 'operator' }],
])('bad input 28: a correctly signed token %s is invalid', async (_what, change) => {
  const setup = setUp();
  const valid = decodeJwt((await setup.tokens.forAccount(ada, bySession)).idToken);
  expect(await setup.tokens.identify(await signed(setup, valid))).toEqual(adaCaller);
  expect(await setup.tokens.identify(await signed(setup, { ...valid, ...change }))).toBeUndefined();
});

test('bad input 28: a token without the id of a key is invalid', async () => {
  const { tokens } = setUp();
  const token = await new SignJWT(decodeJwt((await tokens.forAccount(ada, bySession)).idToken))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from('secret'));
  expect(await tokens.identify(token)).toBeUndefined();
});

test('an error of the database is no invalid token', async () => {
  const { another, tokens, state } = setUp();
  const { idToken } = await tokens.forAccount(ada, bySession);
  state.keysFail = true;
  await expect(another.identify(idToken)).rejects.toThrow('connection lost');
});

import {
  createAccount,
  deleteAccount,
  endSession,
  getUserInfo,
  checkVenueAccess,
  idTokenMs,
  listDevices,
  openGuestSession,
  refreshGraceMs,
  refreshSession,
  sessionIdleMs,
  setAccountBlocked,
  setAccountRoles,
  signOut,
  type OperatingMode,
} from '@foyer/contract';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { keyPeriodMs } from './signingKeys.ts';
import { sessionCheckMs } from './idTokens.ts';
import { SessionStore } from './store.ts';
import { migratedDatabase } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';
import { readSetCookie, testPassword, type TestUser } from '#testing/testUsers';

const asBrowser = (foyer: Foyer, cookie: string, mode: OperatingMode = 'LIVE') =>
  ({ as: 'anonymous', mode, headers: { cookie, origin: foyer.running.config.publicUrl } }) as const;

const refresh = async (foyer: Foyer, cookie: string, mode: OperatingMode = 'LIVE') => {
  const response = await foyer.call(refreshSession, {}, asBrowser(foyer, cookie, mode));
  return { ...response, cookie: readSetCookie(response.headers, 'foyer_refresh') };
};

const refreshed = async (foyer: Foyer, cookie: string) => {
  const { body, cookie: next, error } = await refresh(foyer, cookie);
  expect(error).toBeUndefined();
  return { token: body.idToken, cookie: next };
};

const statusOf = async (foyer: Foyer, token: string) =>
  (await foyer.call(getUserInfo, {}, { as: { token } })).status;

test('SESSION-06a an ID token is valid for 60 minutes and contains the data of its account', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account({ email: 'Ada@Example.com', name: 'Ada', company: 'Loom', title: 'Dr.' });
  expect(ada.expiresAt).toBe(foyer.now + idTokenMs);
  expect(decodeJwt(ada.token)).toMatchObject({
    sub: ada.id,
    kind: 'account',
    email: 'Ada@Example.com',
    name: 'Ada',
    company: 'Loom',
    title: 'Dr.',
    authorities: ['ROLE_ATTENDEE'],
    provider: 'password',
  });
  foyer.advance(idTokenMs - 1);
  expect(await statusOf(foyer, ada.token)).toBe(200);
  foyer.advance(1);
  expect(await statusOf(foyer, ada.token)).toBe(401);
});

test('SESSION-06b a refresh returns a new ID token and replaces the cookie', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  foyer.advance(idTokenMs);
  const next = await refreshed(foyer, ada.cookie);
  expect(next.cookie).not.toBe(ada.cookie);
  expect(await statusOf(foyer, next.token)).toBe(200);
});

test('SESSION-10a five concurrent refreshes with one cookie all get the same successor', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const responses = await Promise.all(Array.from({ length: 5 }, () => refresh(foyer, ada.cookie)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(responses.map(({ cookie }) => cookie)).size).toBe(1);
  expect((await refresh(foyer, responses[0]?.cookie ?? '')).status).toBe(200);
});

test.each([refreshGraceMs, 2 * 24 * 3_600_000])(
  'SESSION-10n after a lost response the old cookie can be used again, even %i ms later',
  async (later) => {
    const foyer = await startFoyer();
    const ada = await foyer.account();
    foyer.advance(1_000);
    const lost = await refreshed(foyer, ada.cookie);
    foyer.advance(later);
    // Another tab uses the previous ID token, which does not show that the new refresh token has arrived.
    await statusOf(foyer, ada.token);
    const again = await refreshed(foyer, ada.cookie);
    expect(again.cookie).toBe(lost.cookie);
    expect(await statusOf(foyer, again.token)).toBe(200);
    expect((await refresh(foyer, again.cookie)).status).toBe(200);
  },
);

test.each([
  ['in the same millisecond', 0],
  ['in the same second', 500],
  ['at a node whose clock is behind', -5_000],
])(
  'SESSION-10t a session continues if the response of its second refresh %s was lost, and a copied cookie still ends it',
  async (_when, later) => {
    const foyer = await startFoyer();
    const ada = await foyer.account();
    const first = await refreshed(foyer, ada.cookie);
    foyer.shiftClock(later);
    const lost = await refreshed(foyer, first.cookie);
    foyer.advance(refreshGraceMs + 1);
    // The browser has the token and the cookie of the first refresh.
    expect(await statusOf(foyer, first.token)).toBe(200);
    const again = await refreshed(foyer, first.cookie);
    expect(again.cookie).toBe(lost.cookie);
    foyer.advance(sessionCheckMs);
    expect(await statusOf(foyer, again.token)).toBe(200);
    expect((await refresh(foyer, first.cookie)).status).toBe(401);
    expect(await statusOf(foyer, again.token)).toBe(401);
  },
);

test('SESSION-10f if a copied cookie was refreshed first, the use of the old one ends the session', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const thief = await refreshed(foyer, ada.cookie);
  foyer.advance(refreshGraceMs + 1);
  expect(await statusOf(foyer, thief.token)).toBe(200);
  expect((await refresh(foyer, ada.cookie)).status).toBe(401);
  expect(await statusOf(foyer, thief.token)).toBe(401);
  expect((await refresh(foyer, thief.cookie)).status).toBe(401);
});

test('SESSION-10o a cookie whose successor was used ends the session, after 30 seconds', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const next = await refreshed(foyer, ada.cookie);
  expect(await statusOf(foyer, next.token)).toBe(200);
  foyer.advance(refreshGraceMs);
  expect((await refresh(foyer, ada.cookie)).cookie).toBe(next.cookie);
  foyer.advance(1);
  expect(await statusOf(foyer, next.token)).toBe(200);
  const reused = await refresh(foyer, ada.cookie);
  expect(reused.error?.code).toBe('unauthorized');
  expect(reused.headers.get('set-cookie')).toContain('foyer_refresh=; Path=/; Max-Age=0;');
  expect((await refresh(foyer, next.cookie)).status).toBe(401);
  expect(await statusOf(foyer, next.token)).toBe(401);
});

test('SESSION-10p a cookie that was replaced twice ends the session immediately', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const last = await refreshed(foyer, (await refreshed(foyer, ada.cookie)).cookie);
  expect((await refresh(foyer, ada.cookie)).status).toBe(401);
  expect((await refresh(foyer, last.cookie)).status).toBe(401);
});

test('SESSION-10q a session continues after a restart of the server', async () => {
  const database = await migratedDatabase();
  const before = await startFoyer({ database });
  const ada = await before.account();
  await before.stop();
  const after = await startFoyer({ database });
  expect(await statusOf(after, ada.token)).toBe(200);
  await refreshed(after, ada.cookie);
  await after.stop();
  await database.remove();
});

test('an unknown, malformed or duplicate cookie is rejected and ends no session', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const name = 'foyer_refresh=';
  const family = ada.cookie.slice(name.length, name.length + 43);
  for (const cookie of [
    name,
    `${name}${'x'.repeat(86)}`,
    `${name}${family}`,
    `${ada.cookie}; ${ada.cookie}`,
  ]) {
    expect([cookie, (await refresh(foyer, cookie)).status]).toEqual([cookie, 401]);
  }
  await refreshed(foyer, ada.cookie);
});

test('a refresh from another origin is rejected and changes nothing', async () => {
  const foyer = await startFoyer();
  const { cookie } = await foyer.account();
  const headers = { cookie, origin: 'https://evil.example' };
  expect((await foyer.call(refreshSession, {}, { as: 'anonymous', headers })).status).toBe(403);
  foyer.advance(refreshGraceMs + 1);
  await refreshed(foyer, cookie);
});

test('an expired ID token in the request does not prevent a refresh', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  foyer.advance(idTokenMs);
  const options = asBrowser(foyer, ada.cookie);
  const headers = { ...options.headers, authorization: `Bearer ${ada.token}` };
  expect((await foyer.call(refreshSession, {}, { as: 'anonymous', headers })).status).toBe(200);
});

test('a session ends after 30 days without use', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  foyer.advance(sessionIdleMs - 1);
  const next = await refreshed(foyer, ada.cookie);
  foyer.advance(sessionIdleMs);
  expect((await refresh(foyer, next.cookie)).status).toBe(401);
});

test('expired sessions are deleted when the server starts', async () => {
  const database = await migratedDatabase();
  const before = await startFoyer({ database });
  const [ada, bob] = [await before.account(), await before.account()];
  const rotatedAt = before.now - sessionIdleMs;
  const { db } = before.running.storage;
  await db.updateTable('session').set({ rotatedAt }).where('accountId', '=', ada.id).execute();
  await before.stop();
  const after = await startFoyer({ database });
  const rows = () => after.running.storage.read.selectFrom('session').select('accountId').execute();
  await expect.poll(rows).toEqual([{ accountId: bob.id }]);
  await after.stop();
  await database.remove();
});

test('the refresh cookie is HttpOnly, SameSite=Lax and, over https, Secure', async () => {
  const foyer = await startFoyer({ env: { PUBLIC_URL: 'https://venue.example.org' } });
  const { cookie } = await foyer.account();
  const response = await foyer.call(refreshSession, {}, asBrowser(foyer, cookie));
  const [set] = response.headers.getSetCookie();
  expect(set?.split('; ').slice(1)).toEqual([
    'Path=/',
    'Max-Age=2592000',
    'HttpOnly',
    'SameSite=Lax',
    'Secure',
  ]);
});

test('over https a refresh cookie that another subdomain has set is ignored', async () => {
  const foyer = await startFoyer({ env: { PUBLIC_URL: 'https://venue.example.org' } });
  const [mallory, ada] = [await foyer.account(), await foyer.account()];
  expect(ada.cookie).toMatch(/^__Host-foyer_refresh=/);
  const planted = mallory.cookie.replace('__Host-', '');
  expect((await refresh(foyer, planted)).status).toBe(401);
  const both = await refresh(foyer, `${planted}; ${ada.cookie}`);
  expect(decodeJwt(both.body.idToken).sub).toBe(ada.id);
});

test('SESSION-10u the proof that one refresh token has arrived does not invalidate it once it is replaced', async () => {
  const foyer = await startFoyer();
  const store = new SessionStore(foyer.running.storage);
  const ada = await foyer.account();
  const first = await refreshed(foyer, ada.cookie);
  const sessionId = String(decodeJwt(first.token)['sid']);
  const before = await store.find(sessionId);
  await refreshed(foyer, first.cookie);
  await store.dropPrevious(sessionId, before?.currentHash ?? '');
  expect((await store.find(sessionId))?.previousHash).toBe(before?.currentHash);
});

test('refresh tokens are stored only as hashes', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const next = await refreshed(foyer, ada.cookie);
  const rows = JSON.stringify(await foyer.running.storage.read.selectFrom('session').selectAll().execute());
  for (const cookie of [ada.cookie, next.cookie]) {
    expect(rows).not.toContain(cookie.slice(-43));
    expect(rows).not.toContain(cookie.slice('foyer_refresh='.length).slice(0, 43));
  }
});

test('SESSION-05b a sign-out ends the session immediately and deletes the cookie', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const body = { everywhere: false };
  const response = await foyer.call(signOut, { body }, asBrowser(foyer, ada.cookie));
  expect(response.status).toBe(204);
  expect(response.headers.getSetCookie()[0]).toContain('foyer_refresh=; Path=/; Max-Age=0;');
  expect(await statusOf(foyer, ada.token)).toBe(401);
  expect((await refresh(foyer, ada.cookie)).status).toBe(401);
});

test('a sign-out works with only the ID token', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const { token } = ada;
  expect((await foyer.call(signOut, { body: { everywhere: false } }, { as: { token } })).status).toBe(204);
  expect((await refresh(foyer, ada.cookie)).status).toBe(401);
});

test('a sign-out ends one session, a sign-out everywhere ends all', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const phone = await foyer.users.signIn(ada.email);
  const tablet = await foyer.users.signIn(ada.email);
  const bob = await foyer.account();
  await foyer.must(signOut, { body: { everywhere: false } }, asBrowser(foyer, ada.cookie));
  // Tokens that were used are cached: their end must reach the cache too.
  for (const { token } of [phone, tablet]) expect(await statusOf(foyer, token)).toBe(200);
  await foyer.must(signOut, { body: { everywhere: true } }, asBrowser(foyer, phone.cookie));
  expect(await statusOf(foyer, phone.token)).toBe(401);
  expect(await statusOf(foyer, tablet.token)).toBe(401);
  expect((await refresh(foyer, tablet.cookie)).status).toBe(401);
  expect(await statusOf(foyer, bob.token)).toBe(200);
});

test('a sign-out without a session succeeds', async () => {
  const foyer = await startFoyer();
  expect((await foyer.call(signOut, { body: { everywhere: true } }, { as: 'anonymous' })).status).toBe(204);
});

test("a sign-in ends the browser's previous session", async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const origin = foyer.running.config.publicUrl;
  const next = await foyer.users.signIn(ada.email, { cookie: ada.cookie, origin });
  const { devices } = await foyer.must(listDevices, {}, { as: next });
  expect(devices).toHaveLength(1);
  expect(await statusOf(foyer, ada.token)).toBe(401);
});

test('devices are listed most recently used first, and the current one is marked', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  foyer.advance(60_000);
  const phone = await foyer.users.signIn(ada.email, {
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  });
  await foyer.account();
  const { devices } = await foyer.must(listDevices, {}, { as: ada });
  expect(devices).toEqual([
    expect.objectContaining({ current: false, browser: 'Safari', os: 'iPhone', lastUsedAt: foyer.now }),
    expect.objectContaining({ current: true, provider: 'password', createdAt: foyer.now - 60_000 }),
  ]);
  foyer.advance(60_000);
  await refreshed(foyer, ada.cookie);
  const [first] = (await foyer.must(listDevices, {}, { as: phone })).devices;
  expect(first).toMatchObject({ current: false, lastUsedAt: foyer.now });
});

test('only the account of a device can end its session, which takes effect immediately', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const bob = await foyer.account();
  const [device] = (await foyer.must(listDevices, {}, { as: ada })).devices;
  const params = { sessionId: device?.sessionId ?? '' };
  expect((await foyer.call(endSession, { params }, { as: bob })).error?.code).toBe('notFound');
  expect(await statusOf(foyer, ada.token)).toBe(200);
  expect((await foyer.call(endSession, { params }, { as: ada })).status).toBe(204);
  expect(await statusOf(foyer, ada.token)).toBe(401);
});

test('CALL-07 userInfo returns the user of the session', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account({ email: 'ada@example.com', name: 'Ada', company: 'Loom' });
  expect(await foyer.must(getUserInfo, {}, { as: ada })).toEqual({
    userId: ada.id,
    email: 'ada@example.com',
    attributes: { name: 'Ada', company: 'Loom' },
  });
  expect((await foyer.call(getUserInfo, {}, { as: 'anonymous' })).error?.code).toBe('unauthorized');
});

test('bad input 30: the token of a deleted account gets 401', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  await foyer.must(deleteAccount, { body: { email: ada.email, currentPassword: testPassword } }, { as: ada });
  expect(await statusOf(foyer, ada.token)).toBe(401);
  expect((await refresh(foyer, ada.cookie)).status).toBe(401);
});

test('the token of a blocked account gets 401 immediately, and unblocking does not restore the session', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const params = { userId: ada.id };
  await foyer.must(setAccountBlocked, { params, body: { blocked: true } });
  expect(await statusOf(foyer, ada.token)).toBe(401);
  await foyer.must(setAccountBlocked, { params, body: { blocked: false } });
  expect((await refresh(foyer, ada.cookie)).status).toBe(401);
});

test('a session that another node has ended is rejected within 30 seconds', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  expect(await statusOf(foyer, ada.token)).toBe(200);
  await foyer.running.storage.db.deleteFrom('session').where('accountId', '=', ada.id).execute();
  foyer.advance(sessionCheckMs);
  expect(await statusOf(foyer, ada.token)).toBe(401);
});

const rolesOf = (token: string) => decodeJwt(token)['authorities'];

test('ROLE-01a a token has the roles that its account had when it was issued', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const params = { userId: ada.id };
  await foyer.must(setAccountRoles, { params, body: { roles: ['ROLE_ATTENDEE', 'ROLE_HOST'] } });
  const next = await refreshed(foyer, ada.cookie);
  expect(rolesOf(next.token)).toEqual(['ROLE_ATTENDEE', 'ROLE_HOST']);
});

test('ROLE-01b a removed role is not effective any more before the token expires', async () => {
  const foyer = await startFoyer();
  const dana = await foyer.account({ roles: ['ROLE_DESIGNER'] });
  const onStage = () => foyer.call(checkVenueAccess, {}, { as: dana, mode: 'STAGE' });
  expect((await onStage()).status).not.toBe(403);
  const body = { roles: ['ROLE_ATTENDEE' as const] };
  await foyer.must(setAccountRoles, { params: { userId: dana.id }, body });
  foyer.advance(sessionCheckMs);
  expect((await onStage()).status).toBe(403);
});

test('the signing key changes every 30 days, and tokens of the previous key stay valid', async () => {
  const foyer = await startFoyer();
  foyer.advance(keyPeriodMs - (foyer.now % keyPeriodMs) - 1);
  const ada = await foyer.account();
  foyer.advance(1);
  const bob = await foyer.account();
  const keyOf = ({ token }: Pick<TestUser, 'token'>) =>
    (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;
  expect(keyOf(ada)).not.toBe(keyOf(bob));
  expect(await statusOf(foyer, ada.token)).toBe(200);
  expect(await statusOf(foyer, bob.token)).toBe(200);
});

test('ROLE-04a a guest of an anonymous venue has a signed id without roles, stored in a cookie', async () => {
  const foyer = await startFoyer();
  const first = await foyer.call(openGuestSession, {}, { as: 'anonymous' });
  const claims = decodeJwt(first.body.idToken);
  expect(claims).toMatchObject({ kind: 'guest', email: '', authorities: [], provider: 'anonymous' });
  expect(claims.sub).toMatch(/^anon-[\w-]{22}$/);
  const cookie = readSetCookie(first.headers, 'foyer_guest');
  const again = await foyer.call(openGuestSession, {}, asBrowser(foyer, cookie));
  expect(decodeJwt(again.body.idToken).sub).toBe(claims.sub);
  const info = await foyer.must(getUserInfo, {}, { as: { token: first.body.idToken } });
  expect(info).toEqual({ userId: claims.sub, email: '', attributes: {} });
});

test('ROLE-04m a modified guest cookie gets a new guest id', async () => {
  const foyer = await startFoyer();
  const { cookie } = await foyer.users.guest();
  const forged = cookie.replace(/anon-./, (start) => `anon-${start.endsWith('A') ? 'B' : 'A'}`);
  const response = await foyer.call(openGuestSession, {}, asBrowser(foyer, forged));
  expect(response.status).toBe(200);
  expect(forged).not.toContain(String(decodeJwt(response.body.idToken).sub));
});

test('ROLE-04c if a login is required there are no guests', async () => {
  const foyer = await startFoyer({ login: { providers: [{ type: 'password' }] } });
  expect((await foyer.call(openGuestSession, {}, { as: 'anonymous' })).error?.code).toBe('notFound');
  const stage = await startFoyer();
  const onStage = await stage.call(openGuestSession, {}, { as: 'anonymous', mode: 'STAGE' });
  expect(onStage.error?.code).toBe('notFound');
});

test('ROLE-04d tokens of guests become invalid when the venue requires a login', async () => {
  const database = await migratedDatabase();
  const before = await startFoyer({ database });
  const { token } = await before.users.guest();
  await before.stop();
  const after = await startFoyer({ database, login: { providers: [{ type: 'password' }] } });
  expect(await statusOf(after, token)).toBe(401);
  await after.stop();
  await database.remove();
});

test('the token of a stage link is valid only on the stage', async () => {
  const foyer = await startFoyer();
  const cookie = await foyer.openStage();
  const response = await refresh(foyer, cookie, 'STAGE');
  const token = response.body.idToken;
  expect(decodeJwt(token)).toMatchObject({ kind: 'stage', authorities: [], provider: 'stage' });
  expect(decodeJwt(token).sub).toMatch(/^stage-/);
  const look = (mode: OperatingMode) => foyer.call(checkVenueAccess, {}, { as: { token }, mode });
  expect((await look('STAGE')).status).not.toBe(401);
  expect((await look('LIVE')).status).toBe(401);
  expect((await refresh(foyer, cookie)).status).toBe(401);
});

test('on the stage the account of a designer takes precedence over a stage link; other accounts use the link', async () => {
  const foyer = await startFoyer();
  const link = await foyer.openStage();
  const kindFor = async (as: 'designer' | 'attendee') => {
    const { cookie } = await foyer.users.of(as);
    const response = await refresh(foyer, `${link}; ${cookie}`, 'STAGE');
    return decodeJwt(response.body.idToken)['kind'];
  };
  expect(await kindFor('designer')).toBe('account');
  expect(await kindFor('attendee')).toBe('stage');
});

test('a sign-out on the stage ends the stage session', async () => {
  const foyer = await startFoyer();
  const cookie = await foyer.openStage();
  await foyer.must(signOut, { body: { everywhere: false } }, asBrowser(foyer, cookie, 'STAGE'));
  expect((await foyer.fetch('/stage/api/venue/version', { headers: { cookie } })).status).toBe(401);
});

test('an invited account without a password has no session', async () => {
  const foyer = await startFoyer();
  const { account } = await foyer.must(createAccount, { body: { email: 'ida@example.com' } });
  const sessions = await foyer.running.storage.read.selectFrom('session').select('id').execute();
  expect([account.pending, sessions]).toEqual([true, []]);
});

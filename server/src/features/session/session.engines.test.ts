import {
  addAccount,
  deleteAccount,
  endDevice,
  getUserInfo,
  headVenue,
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
import { keyPeriodMs } from './session.keys.ts';
import { sessionLookMs } from './session.tokens.ts';
import { testPlace } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';
import { cookieOf, testPassword, type Person } from '#testing/people';

const asBrowser = (foyer: Foyer, cookie: string, mode: OperatingMode = 'LIVE') =>
  ({ as: 'nobody', mode, headers: { cookie, origin: foyer.running.config.publicUrl } }) as const;

const refresh = async (foyer: Foyer, cookie: string, mode: OperatingMode = 'LIVE') => {
  const answer = await foyer.call(refreshSession, {}, asBrowser(foyer, cookie, mode));
  return { ...answer, cookie: cookieOf(answer.headers, 'foyer_refresh') };
};

const refreshed = async (foyer: Foyer, cookie: string) => {
  const { body, cookie: next, fault } = await refresh(foyer, cookie);
  expect(fault).toBeUndefined();
  return { token: body.idToken, cookie: next };
};

const statusOf = async (foyer: Foyer, token: string) =>
  (await foyer.call(getUserInfo, {}, { as: { token } })).status;

test('SESSION-06a an ID token lives 60 minutes and speaks of its account', async () => {
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
  foyer.pass(idTokenMs - 1);
  expect(await statusOf(foyer, ada.token)).toBe(200);
  foyer.pass(1);
  expect(await statusOf(foyer, ada.token)).toBe(401);
});

test('SESSION-06b a refresh gives a new ID token and replaces the cookie', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  foyer.pass(idTokenMs);
  const next = await refreshed(foyer, ada.cookie);
  expect(next.cookie).not.toBe(ada.cookie);
  expect(await statusOf(foyer, next.token)).toBe(200);
});

test('SESSION-10a five refreshes at once with one cookie all get the same successor', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(foyer, ada.cookie)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ cookie }) => cookie)).size).toBe(1);
  expect((await refresh(foyer, answers[0]?.cookie ?? '')).status).toBe(200);
});

test.each([refreshGraceMs, 2 * 24 * 3_600_000])(
  'SESSION-10b an answer that was lost is asked for again with the old cookie, be it %i ms later',
  async (later) => {
    const foyer = await startFoyer();
    const ada = await foyer.account();
    foyer.pass(1_000);
    const lost = await refreshed(foyer, ada.cookie);
    foyer.pass(later);
    // Another tab goes on with the token it had before: that shows nothing.
    await statusOf(foyer, ada.token);
    const again = await refreshed(foyer, ada.cookie);
    expect(again.cookie).toBe(lost.cookie);
    expect(await statusOf(foyer, again.token)).toBe(200);
    expect((await refresh(foyer, again.cookie)).status).toBe(200);
  },
);

test('SESSION-10f a copied cookie that is used first ends the session when its owner comes with the old one', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const thief = await refreshed(foyer, ada.cookie);
  foyer.pass(refreshGraceMs + 1);
  expect(await statusOf(foyer, thief.token)).toBe(200);
  expect((await refresh(foyer, ada.cookie)).status).toBe(401);
  expect(await statusOf(foyer, thief.token)).toBe(401);
  expect((await refresh(foyer, thief.cookie)).status).toBe(401);
});

test('SESSION-10c a cookie whose successor has arrived ends the session, after 30 seconds', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const next = await refreshed(foyer, ada.cookie);
  expect(await statusOf(foyer, next.token)).toBe(200);
  foyer.pass(refreshGraceMs);
  expect((await refresh(foyer, ada.cookie)).cookie).toBe(next.cookie);
  foyer.pass(1);
  expect(await statusOf(foyer, next.token)).toBe(200);
  const reused = await refresh(foyer, ada.cookie);
  expect(reused.fault?.code).toBe('unauthorized');
  expect(reused.headers.get('set-cookie')).toContain('foyer_refresh=; Path=/; Max-Age=0;');
  expect((await refresh(foyer, next.cookie)).status).toBe(401);
  expect(await statusOf(foyer, next.token)).toBe(401);
});

test('SESSION-10d a cookie that was replaced twice ends the session, however soon it comes', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const last = await refreshed(foyer, (await refreshed(foyer, ada.cookie)).cookie);
  expect((await refresh(foyer, ada.cookie)).status).toBe(401);
  expect((await refresh(foyer, last.cookie)).status).toBe(401);
});

test('SESSION-10e a session outlives a restart of the server', async () => {
  const place = await testPlace();
  const before = await startFoyer({ place });
  const ada = await before.account();
  await before.stop();
  const after = await startFoyer({ place });
  expect(await statusOf(after, ada.token)).toBe(200);
  await refreshed(after, ada.cookie);
  await after.stop();
  await place.remove();
});

test('a cookie of nobody, of another form, or that comes twice refreshes nothing and ends nothing', async () => {
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

test('a refresh from a page of another origin is refused and changes nothing', async () => {
  const foyer = await startFoyer();
  const { cookie } = await foyer.account();
  const headers = { cookie, origin: 'https://evil.example' };
  expect((await foyer.call(refreshSession, {}, { as: 'nobody', headers })).status).toBe(403);
  foyer.pass(refreshGraceMs + 1);
  await refreshed(foyer, cookie);
});

test('an ID token that has run out is in the way of no refresh', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  foyer.pass(idTokenMs);
  const options = asBrowser(foyer, ada.cookie);
  const headers = { ...options.headers, authorization: `Bearer ${ada.token}` };
  expect((await foyer.call(refreshSession, {}, { as: 'nobody', headers })).status).toBe(200);
});

test('a session that nobody uses for 30 days ends', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  foyer.pass(sessionIdleMs - 1);
  const next = await refreshed(foyer, ada.cookie);
  foyer.pass(sessionIdleMs);
  expect((await refresh(foyer, next.cookie)).status).toBe(401);
});

test('what has run out is taken away at the start', async () => {
  const place = await testPlace();
  const before = await startFoyer({ place });
  const [ada, bob] = [await before.account(), await before.account()];
  const rotatedAt = before.now - sessionIdleMs;
  const { db } = before.running.storage;
  await db.updateTable('session').set({ rotatedAt }).where('accountId', '=', ada.id).execute();
  await before.stop();
  const after = await startFoyer({ place });
  const rows = () => after.running.storage.read.selectFrom('session').select('accountId').execute();
  await expect.poll(rows).toEqual([{ accountId: bob.id }]);
  await after.stop();
  await place.remove();
});

test('the refresh cookie is for http alone, for this site, and for https where the server is', async () => {
  const foyer = await startFoyer({ env: { PUBLIC_URL: 'https://venue.example.org' } });
  const { cookie } = await foyer.account();
  const answer = await foyer.call(refreshSession, {}, asBrowser(foyer, cookie));
  const [set] = answer.headers.getSetCookie();
  expect(set?.split('; ').slice(1)).toEqual([
    'Path=/',
    'Max-Age=2592000',
    'HttpOnly',
    'SameSite=Lax',
    'Secure',
  ]);
});

test('over https a refresh cookie that a neighbouring subdomain has planted logs nobody in, and nobody out', async () => {
  const foyer = await startFoyer({ env: { PUBLIC_URL: 'https://venue.example.org' } });
  const [mallory, ada] = [await foyer.account(), await foyer.account()];
  expect(ada.cookie).toMatch(/^__Host-foyer_refresh=/);
  const planted = mallory.cookie.replace('__Host-', '');
  expect((await refresh(foyer, planted)).status).toBe(401);
  const both = await refresh(foyer, `${planted}; ${ada.cookie}`);
  expect(decodeJwt(both.body.idToken).sub).toBe(ada.id);
});

test('no refresh token stands in the storage as it is', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const next = await refreshed(foyer, ada.cookie);
  const rows = JSON.stringify(await foyer.running.storage.read.selectFrom('session').selectAll().execute());
  for (const cookie of [ada.cookie, next.cookie]) {
    expect(rows).not.toContain(cookie.slice(-43));
    expect(rows).not.toContain(cookie.slice('foyer_refresh='.length).slice(0, 43));
  }
});

test('SESSION-05a a sign-out ends the session at once and takes the cookie away', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const body = { everywhere: false };
  const answer = await foyer.call(signOut, { body }, asBrowser(foyer, ada.cookie));
  expect(answer.status).toBe(204);
  expect(answer.headers.getSetCookie()[0]).toContain('foyer_refresh=; Path=/; Max-Age=0;');
  expect(await statusOf(foyer, ada.token)).toBe(401);
  expect((await refresh(foyer, ada.cookie)).status).toBe(401);
});

test('a sign-out works without the cookie, by the token alone', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const { token } = ada;
  expect((await foyer.call(signOut, { body: { everywhere: false } }, { as: { token } })).status).toBe(204);
  expect((await refresh(foyer, ada.cookie)).status).toBe(401);
});

test('a sign-out leaves the other devices signed in, one everywhere ends them all', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const phone = await foyer.people.signIn(ada.email);
  const tablet = await foyer.people.signIn(ada.email);
  const bob = await foyer.account();
  await foyer.must(signOut, { body: { everywhere: false } }, asBrowser(foyer, ada.cookie));
  expect(await statusOf(foyer, phone.token)).toBe(200);
  await foyer.must(signOut, { body: { everywhere: true } }, asBrowser(foyer, phone.cookie));
  expect(await statusOf(foyer, phone.token)).toBe(401);
  expect(await statusOf(foyer, tablet.token)).toBe(401);
  expect((await refresh(foyer, tablet.cookie)).status).toBe(401);
  expect(await statusOf(foyer, bob.token)).toBe(200);
});

test('a sign-out of nobody is answered like any other', async () => {
  const foyer = await startFoyer();
  expect((await foyer.call(signOut, { body: { everywhere: true } }, { as: 'nobody' })).status).toBe(204);
});

test('whoever signs in with a browser ends the session it had', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const origin = foyer.running.config.publicUrl;
  const next = await foyer.people.signIn(ada.email, { cookie: ada.cookie, origin });
  const { devices } = await foyer.must(listDevices, {}, { as: next });
  expect(devices).toHaveLength(1);
  expect(await statusOf(foyer, ada.token)).toBe(401);
});

test('devices are listed with the last used first, and the one that asks is marked', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  foyer.pass(60_000);
  const phone = await foyer.people.signIn(ada.email, {
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  });
  await foyer.account();
  const { devices } = await foyer.must(listDevices, {}, { as: ada });
  expect(devices).toEqual([
    expect.objectContaining({ current: false, browser: 'Safari', os: 'iPhone', lastUsedAt: foyer.now }),
    expect.objectContaining({ current: true, provider: 'password', createdAt: foyer.now - 60_000 }),
  ]);
  foyer.pass(60_000);
  await refreshed(foyer, ada.cookie);
  const [first] = (await foyer.must(listDevices, {}, { as: phone })).devices;
  expect(first).toMatchObject({ current: false, lastUsedAt: foyer.now });
});

test('a device is ended by its account, at once, and by nobody else', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const bob = await foyer.account();
  const [device] = (await foyer.must(listDevices, {}, { as: ada })).devices;
  const params = { sessionId: device?.sessionId ?? '' };
  expect((await foyer.call(endDevice, { params }, { as: bob })).fault?.code).toBe('notFound');
  expect(await statusOf(foyer, ada.token)).toBe(200);
  expect((await foyer.call(endDevice, { params }, { as: ada })).status).toBe(204);
  expect(await statusOf(foyer, ada.token)).toBe(401);
});

test('CALL-07 userInfo says who this session belongs to', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account({ email: 'ada@example.com', name: 'Ada', company: 'Loom' });
  expect(await foyer.must(getUserInfo, {}, { as: ada })).toEqual({
    userId: ada.id,
    email: 'ada@example.com',
    attributes: { name: 'Ada', company: 'Loom' },
  });
  expect((await foyer.call(getUserInfo, {}, { as: 'nobody' })).fault?.code).toBe('unauthorized');
});

test('bad input 30: the token of a deleted account is answered 401', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  await foyer.must(deleteAccount, { body: { email: ada.email, currentPassword: testPassword } }, { as: ada });
  expect(await statusOf(foyer, ada.token)).toBe(401);
  expect((await refresh(foyer, ada.cookie)).status).toBe(401);
});

test('the token of a blocked account is answered 401 at once, and unblocking brings no session back', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const params = { userId: ada.id };
  await foyer.must(setAccountBlocked, { params, body: { blocked: true } });
  expect(await statusOf(foyer, ada.token)).toBe(401);
  await foyer.must(setAccountBlocked, { params, body: { blocked: false } });
  expect((await refresh(foyer, ada.cookie)).status).toBe(401);
});

test('a session that another node ended is noticed within 30 seconds', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  expect(await statusOf(foyer, ada.token)).toBe(200);
  await foyer.running.storage.db.deleteFrom('session').where('accountId', '=', ada.id).execute();
  foyer.pass(sessionLookMs);
  expect(await statusOf(foyer, ada.token)).toBe(401);
});

const rolesOf = (token: string) => decodeJwt(token)['authorities'];

test('ROLE-01a roles come from the account when the token is made', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const params = { userId: ada.id };
  await foyer.must(setAccountRoles, { params, body: { roles: ['ROLE_ATTENDEE', 'ROLE_HOST'] } });
  const next = await refreshed(foyer, ada.cookie);
  expect(rolesOf(next.token)).toEqual(['ROLE_ATTENDEE', 'ROLE_HOST']);
});

test('ROLE-01b a role that was taken away is gone before the token runs out', async () => {
  const foyer = await startFoyer();
  const dana = await foyer.account({ roles: ['ROLE_DESIGNER'] });
  const onStage = () => foyer.call(headVenue, {}, { as: dana, mode: 'STAGE' });
  expect((await onStage()).status).not.toBe(403);
  const body = { roles: ['ROLE_ATTENDEE' as const] };
  await foyer.must(setAccountRoles, { params: { userId: dana.id }, body });
  foyer.pass(sessionLookMs);
  expect((await onStage()).status).toBe(403);
});

test('keys change every 30 days, and tokens of the last key stay good', async () => {
  const foyer = await startFoyer();
  foyer.pass(keyPeriodMs - (foyer.now % keyPeriodMs) - 1);
  const ada = await foyer.account();
  foyer.pass(1);
  const bob = await foyer.account();
  const keyOf = ({ token }: Pick<Person, 'token'>) =>
    (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;
  expect(keyOf(ada)).not.toBe(keyOf(bob));
  expect(await statusOf(foyer, ada.token)).toBe(200);
  expect(await statusOf(foyer, bob.token)).toBe(200);
});

test('ROLE-04a a visitor of an anonymous venue has a signed identity without a role, kept in this browser', async () => {
  const foyer = await startFoyer();
  const first = await foyer.call(openGuestSession, {}, { as: 'nobody' });
  const claims = decodeJwt(first.body.idToken);
  expect(claims).toMatchObject({ kind: 'guest', email: '', authorities: [], provider: 'anonymous' });
  expect(claims.sub).toMatch(/^anon-[\w-]{22}$/);
  const cookie = cookieOf(first.headers, 'foyer_guest');
  const again = await foyer.call(openGuestSession, {}, asBrowser(foyer, cookie));
  expect(decodeJwt(again.body.idToken).sub).toBe(claims.sub);
  const info = await foyer.must(getUserInfo, {}, { as: { token: first.body.idToken } });
  expect(info).toEqual({ userId: claims.sub, email: '', attributes: {} });
});

test('ROLE-04b a guest cookie that was changed is another guest', async () => {
  const foyer = await startFoyer();
  const { cookie } = await foyer.people.guest();
  const forged = cookie.replace(/anon-./, (start) => `anon-${start.endsWith('A') ? 'B' : 'A'}`);
  const answer = await foyer.call(openGuestSession, {}, asBrowser(foyer, forged));
  expect(answer.status).toBe(200);
  expect(forged).not.toContain(String(decodeJwt(answer.body.idToken).sub));
});

test('ROLE-04c where a login is asked for there are no guests', async () => {
  const foyer = await startFoyer({ login: { providers: [{ type: 'password' }] } });
  expect((await foyer.call(openGuestSession, {}, { as: 'nobody' })).fault?.code).toBe('notFound');
  const stage = await startFoyer();
  const onStage = await stage.call(openGuestSession, {}, { as: 'nobody', mode: 'STAGE' });
  expect(onStage.fault?.code).toBe('notFound');
});

test('ROLE-04d the identity of a guest ends when the venue begins to ask for a login', async () => {
  const place = await testPlace();
  const before = await startFoyer({ place });
  const { token } = await before.people.guest();
  await before.stop();
  const after = await startFoyer({ place, login: { providers: [{ type: 'password' }] } });
  expect(await statusOf(after, token)).toBe(401);
  await after.stop();
  await place.remove();
});

test('a stage link gives an identity that looks at the stage and is nothing elsewhere', async () => {
  const foyer = await startFoyer();
  const cookie = await foyer.openStage();
  const answer = await refresh(foyer, cookie, 'STAGE');
  const token = answer.body.idToken;
  expect(decodeJwt(token)).toMatchObject({ kind: 'stage', authorities: [], provider: 'stage' });
  expect(decodeJwt(token).sub).toMatch(/^stage-/);
  const look = (mode: OperatingMode) => foyer.call(headVenue, {}, { as: { token }, mode });
  expect((await look('STAGE')).status).not.toBe(401);
  expect((await look('LIVE')).status).toBe(401);
  expect((await refresh(foyer, cookie)).status).toBe(401);
});

test('on the stage a designer is a designer, and whoever else has a stage link looks', async () => {
  const foyer = await startFoyer();
  const link = await foyer.openStage();
  const kindFor = async (as: 'designer' | 'attendee') => {
    const { cookie } = await foyer.people.of(as);
    const answer = await refresh(foyer, `${link}; ${cookie}`, 'STAGE');
    return decodeJwt(answer.body.idToken)['kind'];
  };
  expect(await kindFor('designer')).toBe('account');
  expect(await kindFor('attendee')).toBe('stage');
});

test('a sign-out of the stage ends what a stage link opened', async () => {
  const foyer = await startFoyer();
  const cookie = await foyer.openStage();
  await foyer.must(signOut, { body: { everywhere: false } }, asBrowser(foyer, cookie, 'STAGE'));
  expect((await foyer.fetch('/stage/api/venue/version', { headers: { cookie } })).status).toBe(401);
});

test('an account that was invited and has no password yet has no session', async () => {
  const foyer = await startFoyer();
  const { account } = await foyer.must(addAccount, { body: { email: 'ida@example.com' } });
  const sessions = await foyer.running.storage.read.selectFrom('session').select('id').execute();
  expect([account.pending, sessions]).toEqual([true, []]);
});

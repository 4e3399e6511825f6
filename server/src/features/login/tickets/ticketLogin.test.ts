import {
  createAccount,
  deleteAccount,
  exportAccount,
  getUserInfo,
  loginWithBizzabo,
  loginWithCvent,
  refreshSession,
  resetAccountPassword,
  setAccountBlocked,
  setAccountRoles,
  setPassword,
  ticketGrantMs,
  type Role,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { startFoyer } from '#testing/foyer';
import { readSetCookie, testPassword } from '#testing/testUsers';
import { publishExample } from '#testing/venues';
import {
  architectureID,
  checkCvent,
  checkBizzabo,
  signInWithTicket,
  readGrant,
  startTickets,
} from '../testing/tickets.ts';

const nora = { email: 'nora.night@example.com', password: 'NIGHT2FALL26' };
const mara = { email: 'mara@example.com', password: '260001' };

test('CALL-02 the response for a confirmation number of this event has its status and email', async () => {
  const { foyer } = await startTickets();
  expect((await checkCvent(foyer, nora.password)).body).toEqual({
    status: 'USER_CREATED',
    emailAddress: nora.email,
  });
});

test('CALL-01 the response for a registration number and its email has their status and email', async () => {
  const { foyer } = await startTickets();
  expect((await checkBizzabo(foyer, 260001, mara.email)).body).toEqual({
    status: 'USER_CREATED',
    emailAddress: mara.email,
  });
});

test('LOGIN-13a the returned email and the confirmation number sign in, with name and company of the vendor', async () => {
  const { foyer } = await startTickets();
  const cookie = readGrant(await checkCvent(foyer, nora.password));
  const { body } = await signInWithTicket(foyer, nora, { cookie });
  expect(await foyer.must(getUserInfo, {}, { as: { token: body.idToken } })).toMatchObject({
    email: nora.email,
    attributes: { name: 'Nora Night', company: 'Dusk & Daughters', title: 'Lighting designer' },
  });
});

test('LOGIN-13p the returned email and the registration number sign in', async () => {
  const { foyer } = await startTickets();
  const cookie = readGrant(await checkBizzabo(foyer, 260001, mara.email));
  expect((await signInWithTicket(foyer, mara, { cookie })).status).toBe(200);
});

test('LOGIN-13c the grant cookie is HttpOnly, lasts two minutes and is sent only to the sign-in', async () => {
  const { foyer } = await startTickets();
  const [cookie] = (await checkCvent(foyer, nora.password)).headers.getSetCookie();
  expect(cookie?.replace(/=[^;]+/, '')).toBe(
    'foyer_grant; Path=/api/session/sign-in; Max-Age=120; HttpOnly; SameSite=Lax',
  );
});

test('LOGIN-13s a missing, used, foreign or expired grant does not sign in', async () => {
  const { foyer } = await startTickets();
  expect((await signInWithTicket(foyer, nora)).error?.code).toBe('invalidCredentials');
  const cookie = readGrant(await checkCvent(foyer, nora.password));
  expect((await signInWithTicket(foyer, nora)).error?.code).toBe('invalidCredentials');
  expect((await signInWithTicket(foyer, { ...nora, email: mara.email }, { cookie })).error?.code).toBe(
    'invalidCredentials',
  );
  expect((await signInWithTicket(foyer, { ...nora, password: 'DAWN7KEEPER' }, { cookie })).error?.code).toBe(
    'invalidCredentials',
  );
  expect((await signInWithTicket(foyer, nora, { cookie })).status).toBe(200);
  expect((await signInWithTicket(foyer, nora, { cookie })).error?.code).toBe('invalidCredentials');
  const late = readGrant(await checkCvent(foyer, nora.password));
  foyer.advance(ticketGrantMs);
  expect((await signInWithTicket(foyer, nora, { cookie: late })).error?.code).toBe('invalidCredentials');
});

test('an export lists the grants of the account, and deleting the account deletes them', async () => {
  const { foyer } = await startTickets();
  const cookie = readGrant(await checkCvent(foyer, nora.password));
  const { body } = await signInWithTicket(foyer, nora, { cookie });
  const as = { token: body.idToken };
  for (const number of [nora.password, 'DAWN7KEEPER']) await checkCvent(foyer, number);
  expect((await foyer.must(exportAccount, {}, { as }))['ticketGrants']).toEqual([
    { provider: 'cvent', expiresAt: foyer.now + ticketGrantMs },
  ]);
  const grants = () => foyer.running.storage.db.selectFrom('ticketGrant').select('accountId').execute();
  const before = await grants();
  const { userId } = await foyer.must(getUserInfo, {}, { as });
  await foyer.must(deleteAccount, { body: { email: nora.email } }, { as });
  expect(await grants()).toEqual(before.filter(({ accountId }) => accountId !== userId));
  expect(before).toHaveLength(2);
});

test('LOGIN-13f the number is not a password: without the grant it does not sign in', async () => {
  const { foyer } = await startTickets();
  await checkCvent(foyer, nora.password);
  const response = await foyer.fetch('/stage/api/session/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(nora),
  });
  expect(response.status).toBe(401);
});

test('LOGIN-13g a ticket does not open an account that has a password', async () => {
  const { foyer } = await startTickets();
  await foyer.must(createAccount, { body: { email: nora.email, password: testPassword } });
  const rejected = await checkCvent(foyer, nora.password);
  expect([rejected.error?.code, readGrant(rejected)]).toEqual(['duplicateAccount', '']);
});

test('LOGIN-13k after a login with a ticket the link of an invitation can no longer set a password', async () => {
  const { foyer } = await startTickets();
  const { invitation } = await foyer.must(createAccount, { body: { email: nora.email } });
  const cookie = readGrant(await checkCvent(foyer, nora.password));
  const token = new URL(invitation?.url ?? '').hash.slice('#token='.length);
  const late = await foyer.call(
    setPassword,
    { body: { token, password: testPassword } },
    { as: 'anonymous' },
  );
  expect(late.error?.code).toBe('linkExpired');
  expect((await signInWithTicket(foyer, nora, { cookie })).status).toBe(200);
});

test('LOGIN-13l a ticket never opens an account with more roles than attendee, even if it was looked up before', async () => {
  const { foyer } = await startTickets();
  const cookie = readGrant(await checkCvent(foyer, nora.password));
  const { body } = await signInWithTicket(foyer, nora, { cookie });
  const { userId } = await foyer.must(getUserInfo, {}, { as: { token: body.idToken } });
  const before = readGrant(await checkCvent(foyer, nora.password));
  const promoted: { params: { userId: string }; body: { roles: Role[] } } = {
    params: { userId },
    body: { roles: ['ROLE_HOST'] },
  };
  await foyer.must(setAccountRoles, promoted);
  expect((await signInWithTicket(foyer, nora, { cookie: before })).error?.code).toBe('invalidCredentials');
  const rejected = await checkCvent(foyer, nora.password);
  expect([rejected.error?.code, readGrant(rejected)]).toEqual(['duplicateAccount', '']);
  // An administrator gives the account a password: tickets do not open it, even after its roles are removed.
  const { url } = await foyer.must(resetAccountPassword, { params: { userId } });
  const token = new URL(url ?? '').hash.slice('#token='.length);
  await foyer.must(setPassword, { body: { token, password: testPassword } }, { as: 'anonymous' });
  await foyer.must(setAccountRoles, { params: { userId }, body: { roles: [] } });
  expect((await checkCvent(foyer, nora.password)).error?.code).toBe('duplicateAccount');
});

test('LOGIN-13i a session of a ticket ends when its account gets more roles than attendee', async () => {
  const { foyer } = await startTickets();
  const { body } = await signInWithTicket(foyer, nora, {
    cookie: readGrant(await checkCvent(foyer, nora.password)),
  });
  const as = { token: body.idToken };
  const { userId } = await foyer.must(getUserInfo, {}, { as });
  await foyer.must(setAccountRoles, { params: { userId }, body: { roles: [] } });
  expect((await foyer.call(getUserInfo, {}, { as })).status).toBe(200);
  await foyer.must(setAccountRoles, { params: { userId }, body: { roles: ['ROLE_ADMIN'] } });
  expect((await foyer.call(getUserInfo, {}, { as })).error?.code).toBe('unauthorized');
});

test('LOGIN-13j such a session also ends at the next check of the database and cannot be refreshed', async () => {
  const { foyer } = await startTickets();
  const response = await signInWithTicket(foyer, nora, {
    cookie: readGrant(await checkCvent(foyer, nora.password)),
  });
  const as = { token: response.body.idToken };
  await foyer.must(getUserInfo, {}, { as });
  await foyer.running.storage.db.updateTable('account').set({ roles: 'ROLE_ATTENDEE ROLE_ADMIN' }).execute();
  foyer.advance(30_000);
  expect((await foyer.call(getUserInfo, {}, { as })).error?.code).toBe('unauthorized');
  const headers = {
    cookie: readSetCookie(response.headers, 'foyer_refresh'),
    origin: foyer.running.config.publicUrl,
  };
  expect((await foyer.call(refreshSession, {}, { as: 'anonymous', headers })).error?.code).toBe(
    'unauthorized',
  );
});

test('LOGIN-13h lower case and leading zeros in a number are ignored', async () => {
  const { foyer } = await startTickets();
  const cookie = readGrant(await checkCvent(foyer, 'night2fall26'));
  expect((await signInWithTicket(foyer, { ...nora, password: 'night2fall26' }, { cookie })).status).toBe(200);
  const second = readGrant(await checkBizzabo(foyer, 260001, 'MARA@Example.com'));
  expect((await signInWithTicket(foyer, { ...mara, password: '0260001' }, { cookie: second })).status).toBe(
    200,
  );
});

test('LOGIN-14a a number is found, found again, inactive or unknown', async () => {
  const { foyer } = await startTickets();
  const statusOf = async (number: string) => (await checkCvent(foyer, number)).body;
  expect((await statusOf('NIGHT2FALL26')).status).toBe('USER_CREATED');
  expect((await statusOf('NIGHT2FALL26')).status).toBe('USER_FOUND');
  for (const number of ['CANCEL4LED1', 'WAIT1NGLIST', 'GONEGUEST77', 'GONECONTACT'])
    expect(await statusOf(number)).toEqual({ status: 'USER_INACTIVE', emailAddress: '' });
  expect(await statusOf('NOSUCHNUMBER')).toEqual({ status: 'NO_USER_FOUND', emailAddress: '' });
});

test('LOGIN-14b a registration is found by its number and email together, and is inactive if it is not valid', async () => {
  const { foyer } = await startTickets();
  const statusOf = async (number: number, email: string) => (await checkBizzabo(foyer, number, email)).body;
  expect((await statusOf(260002, 'mara@example.com')).status).toBe('USER_CREATED');
  expect((await statusOf(260001, 'mara@example.com')).status).toBe('USER_FOUND');
  expect((await statusOf(260004, 'paul@example.com')).emailAddress).toBe('paul+events@example.com');
  expect(await statusOf(260003, 'ines@example.com')).toEqual({ status: 'USER_INACTIVE', emailAddress: '' });
  for (const [number, email] of [
    [260001, 'ines@example.com'],
    [260009, 'mara@example.com'],
    [0, 'mara@example.com'],
    [2147483647, 'nobody@example.com'],
  ] as const)
    expect(await statusOf(number, email)).toEqual({ status: 'NO_USER_FOUND', emailAddress: '' });
});

test('LOGIN-18 a number of another event is not found', async () => {
  const { foyer } = await startTickets();
  expect((await checkCvent(foyer, 'OTHER9EVENT')).body.status).toBe('NO_USER_FOUND');
});

test('LOGIN-13n the response for a ticket without an email has an empty email and no grant', async () => {
  const { foyer } = await startTickets();
  const response = await checkCvent(foyer, 'NOMAIL55555');
  expect(response.body.emailAddress).toBe('');
  expect(readGrant(response)).toBe('');
});

test('a blocked user cannot log in with a ticket, even with an earlier grant', async () => {
  const { foyer } = await startTickets();
  const cookie = readGrant(await checkCvent(foyer, nora.password));
  const { body } = await signInWithTicket(foyer, nora, { cookie });
  const { userId } = await foyer.must(getUserInfo, {}, { as: { token: body.idToken } });
  const next = readGrant(await checkCvent(foyer, nora.password));
  await foyer.must(setAccountBlocked, { params: { userId }, body: { blocked: true } });
  expect((await signInWithTicket(foyer, nora, { cookie: next })).error?.code).toBe('accountBlocked');
  expect((await checkCvent(foyer, nora.password)).error?.code).toBe('accountBlocked');
});

test('a ticket login that is off, of another venue or on the stage responds with 404', async () => {
  const { foyer } = await startTickets();
  const as = 'anonymous';
  const cvent = { architectureID, confirmationNumber: nora.password };
  const bizzabo = { architectureID, registrationNumber: 260001, emailAddress: mara.email };
  for (const mode of ['LIVE', 'STAGE'] as const) {
    const id = mode === 'LIVE' ? 'another' : architectureID;
    const byCvent = await foyer.call(
      loginWithCvent,
      { body: { ...cvent, architectureID: id } },
      { as, mode },
    );
    const byBizzabo = await foyer.call(
      loginWithBizzabo,
      { body: { ...bizzabo, architectureID: id } },
      { as, mode },
    );
    expect([mode, byCvent.status, byBizzabo.status]).toEqual([mode, 404, 404]);
  }
  const plain = await startFoyer();
  await publishExample(plain);
  expect((await plain.call(loginWithCvent, { body: cvent }, { as })).status).toBe(404);
  expect((await plain.call(loginWithBizzabo, { body: bizzabo }, { as })).status).toBe(404);
});

test('a request without a venue or with an invalid number responds with 400', async () => {
  const { foyer } = await startTickets();
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const response = await foyer.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return [response.status, ((await response.json()) as { errMsg: string }).errMsg];
  };
  expect(await post('/api/bizzabo/login', { registrationNumber: 1, emailAddress: 'a@example.com' })).toEqual([
    400,
    'The field architectureID is missing.',
  ]);
  for (const registrationNumber of [-1, 1.5, 2147483648, '260001', null])
    expect(
      (
        await post('/api/bizzabo/login', {
          architectureID,
          registrationNumber,
          emailAddress: 'a@example.com',
        })
      )[0],
    ).toBe(400);
  for (const confirmationNumber of ['', 'A B', "A' or 'a' eq 'a", 'Ä', 'A'.repeat(128), 12])
    expect((await post('/api/cvent/login', { architectureID, confirmationNumber }))[0]).toBe(400);
});

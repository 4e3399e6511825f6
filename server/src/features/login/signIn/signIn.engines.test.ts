import {
  createAccount,
  getUserInfo,
  setAccountBlocked,
  signIn,
  signOut,
  lockoutFailures,
  lockoutMs,
} from '@foyer/contract';
import { availableParallelism } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { LoginAttempts } from '../attempts.ts';
import {
  createTestAccount,
  behindProxy,
  signInAs,
  failSignIn,
  adaEmail,
  wrongPassword,
} from '../testing/passwordSignIn.ts';
import { LoginOptions } from '../options.ts';
import { defaultSettings } from '../settings/loginSettings.ts';
import { SignIn, type SignInDeps } from './signIn.ts';
import { ApiError } from '#platform/apiError';
import { testEngine, testDatabase } from '#testing/database';
import { startFoyer } from '#testing/foyer';
import { testPassword } from '#testing/testUsers';

test('a sign-in returns an ID token and sets an HttpOnly refresh cookie', async () => {
  const foyer = await startFoyer();
  await createTestAccount(foyer, adaEmail);
  const { body, headers } = await signInAs(foyer, adaEmail, testPassword);
  const user = await foyer.must(getUserInfo, {}, { as: { token: body.idToken } });
  expect(user.email).toBe(adaEmail);
  expect(headers.getSetCookie()).toContainEqual(expect.stringMatching(/^foyer_refresh=.+; HttpOnly/));
});

test('LOGIN-16a blocks an account after six failures, also for the right password', async () => {
  const foyer = await startFoyer();
  await createTestAccount(foyer, adaEmail);
  await failSignIn(foyer, lockoutFailures);
  const { error, headers } = await signInAs(foyer, adaEmail, testPassword);
  expect(error?.code).toBe('tooManyAttempts');
  expect(headers.get('retry-after')).toBe('120');
});

test('LOGIN-16b lets the account in again after two minutes, and says how many seconds are left', async () => {
  const foyer = await startFoyer();
  await createTestAccount(foyer, adaEmail);
  await failSignIn(foyer, lockoutFailures);
  foyer.advance(lockoutMs - 1_000);
  expect((await signInAs(foyer, adaEmail, testPassword)).headers.get('retry-after')).toBe('1');
  foyer.advance(1_000);
  expect((await signInAs(foyer, adaEmail, testPassword)).status).toBe(200);
});

test('LOGIN-16c no two minutes hold more than six failures, however they are spread', async () => {
  const foyer = await startFoyer();
  await createTestAccount(foyer, adaEmail);
  await failSignIn(foyer, lockoutFailures - 1);
  foyer.advance(lockoutMs - 1);
  await failSignIn(foyer, 1);
  foyer.advance(1);
  expect((await signInAs(foyer, adaEmail, wrongPassword)).error?.code).toBe('tooManyAttempts');
});

test('LOGIN-16d failures count for one account whatever the case or Unicode form of the email, and whatever the network', async () => {
  const foyer = await startFoyer(behindProxy);
  await createTestAccount(foyer, adaEmail);
  const spellings = [
    'Ada@Example.com',
    'ADA@EXAMPLE.COM',
    'ada＠example.com',
    ' ada@example.com',
    adaEmail,
    adaEmail,
  ];
  for (const [index, spelling] of spellings.entries())
    await failSignIn(foyer, 1, spelling, { address: `198.51.100.${index}` });
  const { error } = await signInAs(foyer, adaEmail, testPassword, { address: '203.0.113.9' });
  expect(error?.code).toBe('tooManyAttempts');
});

test('LOGIN-16e failures are still counted after a restart', async () => {
  const foyer = await startFoyer();
  await createTestAccount(foyer, adaEmail);
  await failSignIn(foyer, lockoutFailures);
  const { dataDir, running } = foyer;
  await foyer.stop();
  const { databaseUrl } = running.config;
  const again = await startFoyer({ database: { dataDir, databaseUrl } });
  expect((await signInAs(again, adaEmail, testPassword)).error?.code).toBe('tooManyAttempts');
  await again.stop();
});

// SQLite has one process; only PostgreSQL has several nodes.
if (testEngine === 'postgres')
  test('LOGIN-16j two nodes share one count', async () => {
    const one = await startFoyer();
    await createTestAccount(one, adaEmail);
    const { databaseUrl } = one.running.config;
    const other = await testDatabase('sqlite');
    onTestFinished(() => other.remove());
    const two = await startFoyer({ database: { dataDir: other.dataDir, databaseUrl } });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_none, index) => signInAs(index % 2 ? one : two, adaEmail, wrongPassword)),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(lockoutFailures);
    for (const foyer of [one, two])
      expect((await signInAs(foyer, adaEmail, testPassword)).error?.code).toBe('tooManyAttempts');
  });

test('LOGIN-16f an email with a plus suffix is another account and is not blocked', async () => {
  const foyer = await startFoyer();
  await createTestAccount(foyer, adaEmail);
  await createTestAccount(foyer, 'ada+guest@example.com');
  await failSignIn(foyer, lockoutFailures);
  expect((await signInAs(foyer, 'ada+guest@example.com', testPassword)).status).toBe(200);
});

test('LOGIN-16g of fifty concurrent guesses six are verified and the others are rejected', async () => {
  const foyer = await startFoyer();
  await createTestAccount(foyer, adaEmail);
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => signInAs(foyer, adaEmail, wrongPassword)),
  );
  const codes = responses.map(({ error }) => error?.code);
  expect(codes.filter((code) => code === 'invalidCredentials')).toHaveLength(lockoutFailures);
  expect(codes.filter((code) => code === 'tooManyAttempts')).toHaveLength(50 - lockoutFailures);
});

test('LOGIN-16h successes do not count: thirty concurrent sign-ins to one account all succeed', async () => {
  const foyer = await startFoyer();
  await createTestAccount(foyer, adaEmail);
  await failSignIn(foyer, lockoutFailures - 1);
  const responses = await Promise.all(
    Array.from({ length: 30 }, () => signInAs(foyer, adaEmail, testPassword)),
  );
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  await failSignIn(foyer, 1);
  expect((await signInAs(foyer, adaEmail, wrongPassword)).error?.code).toBe('tooManyAttempts');
});

test('LOGIN-16l concurrent sign-ins of many accounts succeed, and guesses among them are counted', async () => {
  const foyer = await startFoyer();
  const users = Array.from(
    { length: 16 * availableParallelism() },
    (_none, index) => `p${index}@example.com`,
  );
  await Promise.all(users.map((email) => createTestAccount(foyer, email)));
  const responses = await Promise.all(users.map((email) => signInAs(foyer, email, testPassword)));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  const guesses = Array.from({ length: lockoutFailures + 2 }, () =>
    signInAs(foyer, users[0] ?? '', wrongPassword),
  );
  const others = users.slice(1).map((email) => signInAs(foyer, email, testPassword));
  const codes = (await Promise.all(guesses)).map(({ error }) => error?.code);
  expect(codes.filter((code) => code === 'invalidCredentials')).toHaveLength(lockoutFailures);
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 200));
});

test('LOGIN-16k a sign-in whose password could not be verified because of overload does not count as a failure', async () => {
  const foyer = await startFoyer();
  const attempts = new LoginAttempts(foyer.running.storage, () => foyer.now);
  const key = { key: `account:${adaEmail}`, limit: lockoutFailures, fromLast: true };
  const settings = defaultSettings;
  const busy = new SignIn({
    settings,
    attempts,
    options: new LoginOptions(settings, { liveVenue: () => undefined, canSendMail: false }),
    emailKey: (email: string) => email,
    sessions: { knownAccounts: async () => [] },
    accounts: { verifyPassword: () => Promise.reject(new ApiError('unavailable', 'Too many requests.')) },
  } as unknown as SignInDeps);
  const call = {
    mode: 'LIVE',
    headers: {},
    address: '203.0.113.9',
    signal: new AbortController().signal,
    body: { email: adaEmail, password: wrongPassword },
  };
  for (let time = 0; time < lockoutFailures + 1; time++)
    await expect(busy.signIn(call as Parameters<SignIn['signIn']>[0])).rejects.toThrow('Too many requests.');
  await expect(attempts.begin([key])).resolves.toBeDefined();
});

test('an account that does not exist is blocked in the same way', async () => {
  const foyer = await startFoyer();
  await failSignIn(foyer, lockoutFailures, 'nobody@example.com');
  expect((await signInAs(foyer, 'nobody@example.com', wrongPassword)).error?.code).toBe('tooManyAttempts');
});

test('an open session continues while sign-ins to its account are blocked', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.users.add({ email: adaEmail });
  await failSignIn(foyer, lockoutFailures);
  expect((await foyer.must(getUserInfo, {}, { as: ada })).email).toBe(adaEmail);
});

test('LOGIN-15a an unknown email and a wrong password get the same response unless tellUnknownUsers is set', async () => {
  const standard = await startFoyer();
  await createTestAccount(standard, adaEmail);
  const [unknown, wrong] = [
    await signInAs(standard, 'nobody@example.com', wrongPassword),
    await signInAs(standard, adaEmail, wrongPassword),
  ];
  expect(unknown.error).toEqual({ ...wrong.error, requestId: expect.any(String) as string });
  expect(unknown.status).toBe(wrong.status);
  const telling = await startFoyer({ login: { providers: [{ type: 'password' }], tellUnknownUsers: true } });
  await createTestAccount(telling, adaEmail);
  expect((await signInAs(telling, 'nobody@example.com', wrongPassword)).error?.code).toBe('unknownUser');
  expect((await signInAs(telling, adaEmail, wrongPassword)).error?.code).toBe('invalidCredentials');
});

test('a blocked account gets accountBlocked with the right password and invalidCredentials with a wrong one', async () => {
  const foyer = await startFoyer();
  const { account } = await createTestAccount(foyer, adaEmail);
  await foyer.must(setAccountBlocked, { params: { userId: account.userId }, body: { blocked: true } });
  expect((await signInAs(foyer, adaEmail, testPassword)).error?.code).toBe('accountBlocked');
  expect((await signInAs(foyer, adaEmail, wrongPassword)).error?.code).toBe('invalidCredentials');
});

test('an invited user who has not followed the link cannot sign in', async () => {
  const foyer = await startFoyer({ env: { MAIL_CATCH: 'true' } });
  await foyer.must(createAccount, { body: { email: adaEmail } });
  expect((await signInAs(foyer, adaEmail, testPassword)).error?.code).toBe('invalidCredentials');
});

test('unusual emails and passwords are wrong or rejected, and never cause a server error', async () => {
  const foyer = await startFoyer();
  await createTestAccount(foyer, adaEmail);
  const long = `${'a'.repeat(115)}@example.com`;
  for (const [email, password, status] of [
    ['vıctim@exаmple.com', wrongPassword, 401],
    ['not an email', wrongPassword, 401],
    ['a\u0000b@example.com', wrongPassword, 401],
    [adaEmail, 'with a \u0000 inside', 401],
    [long.slice(0, 127), wrongPassword, 401],
    [`a${long}`.padEnd(128, 'm'), wrongPassword, 400],
    [adaEmail, 'x'.repeat(128), 400],
    [adaEmail, '', 400],
    ['', wrongPassword, 400],
  ] as const)
    expect([email, (await signInAs(foyer, email, password)).status]).toEqual([email, status]);
  const megabyte = await signInAs(foyer, adaEmail, 'x'.repeat(1024 * 1024));
  expect(megabyte.error?.code).toBe('payloadTooLarge');
});

test('a sign-in and a failed sign-in are logged without email or password', async () => {
  const foyer = await startFoyer();
  const { account } = await createTestAccount(foyer, adaEmail);
  await signInAs(foyer, adaEmail, wrongPassword);
  await signInAs(foyer, adaEmail, testPassword);
  const lines = foyer.logged.filter(({ msg }) => String(msg).startsWith('sign'));
  expect(lines).toMatchObject([
    { msg: 'sign-in failed', accountId: account.userId },
    { msg: 'signed in', accountId: account.userId, provider: 'password' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ada@|password for|not the right/);
});

test('an expired ID token in the request does not prevent a sign-in', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.users.add({ email: adaEmail });
  await foyer.must(
    signOut,
    { body: { everywhere: true } },
    { as: ada, headers: { cookie: ada.cookie, origin: foyer.running.config.publicUrl } },
  );
  const headers = { authorization: `Bearer ${ada.token}` };
  const body = { email: adaEmail, password: testPassword };
  expect((await foyer.call(signIn, { body }, { as: 'anonymous', headers })).status).toBe(200);
});

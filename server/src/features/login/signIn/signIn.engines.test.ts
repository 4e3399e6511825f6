import {
  addAccount,
  getUserInfo,
  setAccountBlocked,
  signIn,
  signOut,
  lockoutFailures,
  lockoutMs,
} from '@foyer/contract';
import { availableParallelism } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { Attempts } from '../attempts.ts';
import { add, behindProxy, enter, fail, person, wrong } from '../testing/passwords.ts';
import { LoginOptions } from '../options.ts';
import { defaultSettings } from '../settings/loginSettings.ts';
import { SignIn, type SignInParts } from './signIn.ts';
import { Refusal } from '#platform/refusal';
import { testEngine, testPlace } from '#testing/database';
import { startFoyer } from '#testing/foyer';
import { testPassword } from '#testing/people';

test('a sign-in answers an ID token and sets the refresh cookie, which no script reads', async () => {
  const foyer = await startFoyer();
  await add(foyer, person);
  const { body, headers } = await enter(foyer, person, testPassword);
  const user = await foyer.must(getUserInfo, {}, { as: { token: body.idToken } });
  expect(user.email).toBe(person);
  expect(headers.getSetCookie()).toContainEqual(expect.stringMatching(/^foyer_refresh=.+; HttpOnly/));
});

test('LOGIN-16a blocks an account after six failures, also for the right password', async () => {
  const foyer = await startFoyer();
  await add(foyer, person);
  await fail(foyer, lockoutFailures);
  const { fault, headers } = await enter(foyer, person, testPassword);
  expect(fault?.code).toBe('tooManyAttempts');
  expect(headers.get('retry-after')).toBe('120');
});

test('LOGIN-16b lets the account in again after two minutes, and says how many seconds are left', async () => {
  const foyer = await startFoyer();
  await add(foyer, person);
  await fail(foyer, lockoutFailures);
  foyer.pass(lockoutMs - 1_000);
  expect((await enter(foyer, person, testPassword)).headers.get('retry-after')).toBe('1');
  foyer.pass(1_000);
  expect((await enter(foyer, person, testPassword)).status).toBe(200);
});

test('LOGIN-16c no two minutes hold more than six failures, however they are spread', async () => {
  const foyer = await startFoyer();
  await add(foyer, person);
  await fail(foyer, lockoutFailures - 1);
  foyer.pass(lockoutMs - 1);
  await fail(foyer, 1);
  foyer.pass(1);
  expect((await enter(foyer, person, wrong)).fault?.code).toBe('tooManyAttempts');
});

test('LOGIN-16d another case of the email, another way to write it and another network are the same account', async () => {
  const foyer = await startFoyer(behindProxy);
  await add(foyer, person);
  const writings = [
    'Ada@Example.com',
    'ADA@EXAMPLE.COM',
    'ada＠example.com',
    ' ada@example.com',
    person,
    person,
  ];
  for (const [index, writing] of writings.entries())
    await fail(foyer, 1, writing, { address: `198.51.100.${index}` });
  const { fault } = await enter(foyer, person, testPassword, { address: '203.0.113.9' });
  expect(fault?.code).toBe('tooManyAttempts');
});

test('LOGIN-16e a restarted server, and so another one, goes on counting', async () => {
  const foyer = await startFoyer();
  await add(foyer, person);
  await fail(foyer, lockoutFailures);
  const { dataDir, running } = foyer;
  await foyer.stop();
  const { databaseUrl } = running.config;
  const again = await startFoyer({ place: { dataDir, databaseUrl } });
  expect((await enter(again, person, testPassword)).fault?.code).toBe('tooManyAttempts');
  await again.stop();
});

// SQLite belongs to one process; only on PostgreSQL there are several nodes.
if (testEngine === 'postgres')
  test('LOGIN-16j two servers at once count together', async () => {
    const one = await startFoyer();
    await add(one, person);
    const { databaseUrl } = one.running.config;
    const other = await testPlace('sqlite');
    onTestFinished(() => other.remove());
    const two = await startFoyer({ place: { dataDir: other.dataDir, databaseUrl } });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, index) => enter(index % 2 ? one : two, person, wrong)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(lockoutFailures);
    for (const foyer of [one, two])
      expect((await enter(foyer, person, testPassword)).fault?.code).toBe('tooManyAttempts');
  });

test('LOGIN-16f a plus-suffix is another account, which is not blocked', async () => {
  const foyer = await startFoyer();
  await add(foyer, person);
  await add(foyer, 'ada+guest@example.com');
  await fail(foyer, lockoutFailures);
  expect((await enter(foyer, 'ada+guest@example.com', testPassword)).status).toBe(200);
});

test('LOGIN-16g fifty guesses at once: six are compared, the rest is told to wait', async () => {
  const foyer = await startFoyer();
  await add(foyer, person);
  const answers = await Promise.all(Array.from({ length: 50 }, () => enter(foyer, person, wrong)));
  const codes = answers.map(({ fault }) => fault?.code);
  expect(codes.filter((code) => code === 'invalidCredentials')).toHaveLength(lockoutFailures);
  expect(codes.filter((code) => code === 'tooManyAttempts')).toHaveLength(50 - lockoutFailures);
});

test('LOGIN-16h successes do not count: thirty at once with one account all get in', async () => {
  const foyer = await startFoyer();
  await add(foyer, person);
  await fail(foyer, lockoutFailures - 1);
  const answers = await Promise.all(Array.from({ length: 30 }, () => enter(foyer, person, testPassword)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await fail(foyer, 1);
  expect((await enter(foyer, person, wrong)).fault?.code).toBe('tooManyAttempts');
});

test('LOGIN-16l a crowd that signs in together shares commits, and guesses among it are counted', async () => {
  const foyer = await startFoyer({ realCosts: true });
  const people = Array.from(
    { length: 16 * availableParallelism() },
    (_none, index) => `p${index}@example.com`,
  );
  await Promise.all(people.map((email) => add(foyer, email)));
  const commits = () => foyer.running.storage.stats()?.commits ?? 0;
  const before = commits();
  const answers = await Promise.all(people.map((email) => enter(foyer, email, testPassword)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  // The last four of each core are no crowd, and end one by one. PostgreSQL groups commits on its own, uncounted.
  expect(commits() - before).toBeLessThan(0.7 * people.length);
  const guesses = Array.from({ length: lockoutFailures + 2 }, () => enter(foyer, people[0] ?? '', wrong));
  const others = people.slice(1).map((email) => enter(foyer, email, testPassword));
  const codes = (await Promise.all(guesses)).map(({ fault }) => fault?.code);
  expect(codes.filter((code) => code === 'invalidCredentials')).toHaveLength(lockoutFailures);
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 200));
});

test('LOGIN-16k a sign-in that could not be compared, for too many wait, counts as no failure', async () => {
  const foyer = await startFoyer();
  const attempts = new Attempts(foyer.running.storage, () => foyer.now);
  const key = { key: `account:${person}`, limit: lockoutFailures, fromLast: true };
  const settings = defaultSettings;
  const busy = new SignIn({
    settings,
    attempts,
    options: new LoginOptions(settings, { liveVenue: () => undefined, sendsMail: false }),
    emailKey: (email: string) => email,
    accounts: { verifyPassword: () => Promise.reject(new Refusal('unavailable', 'Too many at once.')) },
  } as unknown as SignInParts);
  const call = {
    mode: 'LIVE',
    headers: {},
    address: '203.0.113.9',
    signal: new AbortController().signal,
    body: { email: person, password: wrong },
  };
  for (let time = 0; time < lockoutFailures + 1; time++)
    await expect(busy.signIn(call as Parameters<SignIn['signIn']>[0])).rejects.toThrow('Too many at once.');
  await expect(attempts.begin([key])).resolves.toBeDefined();
});

test('an account that does not exist is blocked alike', async () => {
  const foyer = await startFoyer();
  await fail(foyer, lockoutFailures, 'nobody@example.com');
  expect((await enter(foyer, 'nobody@example.com', wrong)).fault?.code).toBe('tooManyAttempts');
});

test('a session that is open goes on while its account is blocked', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.people.add({ email: person });
  await fail(foyer, lockoutFailures);
  expect((await foyer.must(getUserInfo, {}, { as: ada })).email).toBe(person);
});

test('LOGIN-15a an unknown email and a wrong password are answered alike, unless the operator wants to tell', async () => {
  const quiet = await startFoyer();
  await add(quiet, person);
  const [unknown, known] = [
    await enter(quiet, 'nobody@example.com', wrong),
    await enter(quiet, person, wrong),
  ];
  expect(unknown.fault).toEqual({ ...known.fault, requestId: expect.any(String) as string });
  expect(unknown.status).toBe(known.status);
  const telling = await startFoyer({ login: { providers: [{ type: 'password' }], tellUnknownUsers: true } });
  await add(telling, person);
  expect((await enter(telling, 'nobody@example.com', wrong)).fault?.code).toBe('unknownUser');
  expect((await enter(telling, person, wrong)).fault?.code).toBe('invalidCredentials');
});

test('a blocked account is told so with the right password, and not with a wrong one', async () => {
  const foyer = await startFoyer();
  const { account } = await add(foyer, person);
  await foyer.must(setAccountBlocked, { params: { userId: account.userId }, body: { blocked: true } });
  expect((await enter(foyer, person, testPassword)).fault?.code).toBe('accountBlocked');
  expect((await enter(foyer, person, wrong)).fault?.code).toBe('invalidCredentials');
});

test('an invited person who has not followed the link cannot sign in', async () => {
  const foyer = await startFoyer({ env: { MAIL_CATCH: 'true' } });
  await foyer.must(addAccount, { body: { email: person } });
  expect((await enter(foyer, person, testPassword)).fault?.code).toBe('invalidCredentials');
});

test('odd emails and passwords are wrong or refused, and never a fault of the server', async () => {
  const foyer = await startFoyer();
  await add(foyer, person);
  const long = `${'a'.repeat(115)}@example.com`;
  for (const [email, password, status] of [
    ['vıctim@exаmple.com', wrong, 401],
    ['not an email', wrong, 401],
    ['a\u0000b@example.com', wrong, 401],
    [person, 'with a \u0000 inside', 401],
    [long.slice(0, 127), wrong, 401],
    [`a${long}`.padEnd(128, 'm'), wrong, 400],
    [person, 'x'.repeat(128), 400],
    [person, '', 400],
    ['', wrong, 400],
  ] as const)
    expect([email, (await enter(foyer, email, password)).status]).toEqual([email, status]);
  const megabyte = await enter(foyer, person, 'x'.repeat(1024 * 1024));
  expect(megabyte.fault?.code).toBe('payloadTooLarge');
});

test('a sign-in and its failure leave a line in the log, without email or password', async () => {
  const foyer = await startFoyer();
  const { account } = await add(foyer, person);
  await enter(foyer, person, wrong);
  await enter(foyer, person, testPassword);
  const lines = foyer.logged.filter(({ msg }) => String(msg).startsWith('sign'));
  expect(lines).toMatchObject([
    { msg: 'sign-in failed', accountId: account.userId },
    { msg: 'signed in', accountId: account.userId, provider: 'password' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ada@|password for|not the right/);
});

test('an ID token that has run out does not keep anybody from signing in', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.people.add({ email: person });
  await foyer.must(
    signOut,
    { body: { everywhere: true } },
    { as: ada, headers: { cookie: ada.cookie, origin: foyer.running.config.publicUrl } },
  );
  const headers = { authorization: `Bearer ${ada.token}` };
  const body = { email: person, password: testPassword };
  expect((await foyer.call(signIn, { body }, { as: 'nobody', headers })).status).toBe(200);
});

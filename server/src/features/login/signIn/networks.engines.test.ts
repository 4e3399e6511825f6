/** How sign-ins of one network affect each other and other networks. */
import { changePassword, lockoutFailures, lockoutMs } from '@foyer/contract';
import { expect, test } from 'vitest';
import { LoginAttempts } from '../attempts.ts';
import {
  createTestAccount,
  behindProxy,
  failSignIn,
  signInAs,
  adaEmail,
  wrongPassword,
} from '../testing/passwordSignIn.ts';
import { startFoyer, type Foyer } from '#testing/foyer';
import { readSetCookie, testPassword } from '#testing/testUsers';

const company = { address: '198.51.100.7' };
const elsewhere = { address: '203.0.113.9' };

/** Wrong passwords at as many accounts. */
async function guessMany(foyer: Foyer, times: number, origin: typeof company): Promise<void> {
  const guesses = Array.from({ length: times }, (_none, index) =>
    signInAs(foyer, `guess-${index}@example.com`, wrongPassword, origin),
  );
  for (const { error } of await Promise.all(guesses)) expect(error?.code).toBe('invalidCredentials');
}

/** Signs in with a browser in another network. Returns its device cookie. */
async function signInOnDevice(foyer: Foyer, email: string, cookie?: string): Promise<string> {
  const { status, headers } = await signInAs(foyer, email, testPassword, {
    ...elsewhere,
    ...(cookie === undefined ? {} : { cookie }),
  });
  expect(status).toBe(200);
  return readSetCookie(headers, 'foyer_device');
}

test('120 wrong passwords at many accounts do not delay others of the same network', async () => {
  const foyer = await startFoyer(behindProxy);
  await createTestAccount(foyer, adaEmail);
  await guessMany(foyer, 120, company);
  expect((await signInAs(foyer, adaEmail, testPassword, company)).status).toBe(200);
  expect(delays(foyer)).toEqual([]);
});

test('the fourth to sixth attempt of a network at one account are delayed, those at other accounts and of other networks are not', async () => {
  const foyer = await startFoyer(behindProxy);
  await createTestAccount(foyer, adaEmail);
  await createTestAccount(foyer, 'grace@example.com');
  await failSignIn(foyer, 5, adaEmail, company);
  expect(delays(foyer)).toEqual([500, 1_000]);
  for (const [email, origin] of [
    ['grace@example.com', company],
    [adaEmail, elsewhere],
  ] as const)
    expect((await signInAs(foyer, email, testPassword, origin)).status).toBe(200);
  expect(delays(foyer)).toEqual([500, 1_000]);
  // A success does not end the delay: guesses would be hidden between sign-ins to an own account.
  expect((await signInAs(foyer, adaEmail, testPassword, company)).status).toBe(200);
  expect(delays(foyer)).toEqual([500, 1_000, 1_500]);
});

test('sign-ins of a network are delayed after 300 failures at many accounts, and none is rejected for it', async () => {
  const foyer = await startFoyer(behindProxy);
  await createTestAccount(foyer, adaEmail);
  await guessMany(foyer, 300, company);
  expect((await signInAs(foyer, adaEmail, testPassword, elsewhere)).status).toBe(200);
  expect(delays(foyer)).toEqual([]);
  expect((await signInAs(foyer, adaEmail, testPassword, company)).status).toBe(200);
  expect((await signInAs(foyer, adaEmail, testPassword, company)).status).toBe(200);
  // Successful sign-ins do not increase the delay.
  expect(delays(foyer)).toEqual([50, 50]);
});

test('IPv6 addresses of one /64 prefix are one network; forwarded addresses count only from trusted proxies', async () => {
  const foyer = await startFoyer(behindProxy);
  await createTestAccount(foyer, adaEmail);
  for (let index = 0; index < 3; index++)
    await failSignIn(foyer, 1, adaEmail, { address: `2001:db8:1:2::${index.toString(16)}` });
  const samePrefix = { address: '2001:db8:1:2:ffff::1' };
  expect((await signInAs(foyer, adaEmail, testPassword, samePrefix)).status).toBe(200);
  expect(delays(foyer)).toEqual([500]);
  const direct = await startFoyer();
  for (let index = 0; index < 4; index++)
    await failSignIn(direct, 1, adaEmail, { address: `198.51.100.${index}` });
  expect(delays(direct)).toEqual([500]);
});

test('a device that has signed in to the account before is not delayed', async () => {
  const foyer = await startFoyer(behindProxy);
  await createTestAccount(foyer, adaEmail);
  const cookie = await signInOnDevice(foyer, adaEmail);
  await failSignIn(foyer, 4, adaEmail, company);
  expect(delays(foyer)).toEqual([500]);
  expect((await signInAs(foyer, adaEmail, testPassword, { ...company, cookie })).status).toBe(200);
  await guessMany(foyer, 300, company);
  const before = delays(foyer);
  expect((await signInAs(foyer, adaEmail, testPassword, { ...company, cookie })).status).toBe(200);
  expect(delays(foyer)).toEqual(before);
  expect((await signInAs(foyer, adaEmail, testPassword, company)).status).toBe(200);
  expect(delays(foyer)).toHaveLength(before.length + 1);
});

test('a device knows the last four accounts that have signed in there', async () => {
  const foyer = await startFoyer(behindProxy);
  const emails = [adaEmail, ...['bo', 'cy', 'di', 'ed'].map((name) => `${name}@example.com`)];
  let cookie: string | undefined;
  const cookies: string[] = [];
  for (const email of emails) {
    await createTestAccount(foyer, email);
    cookies.push((cookie = await signInOnDevice(foyer, email, cookie)));
  }
  await failSignIn(foyer, 3, adaEmail, company);
  const [ofAda, ofTwo, , ofFour, ofFive] = cookies;
  const invented = Array.from({ length: 4 }, (_none, index) => `invented-${index}.${'x'.repeat(43)}`);
  const afterInvented = `foyer_device=${[...invented, ofAda?.split('=')[1]].join('~')}`;
  const delayed: number[] = [];
  for (const tried of [ofTwo, ofFour, ofFive, afterInvented]) {
    const origin = { ...company, cookie: tried ?? '' };
    expect((await signInAs(foyer, adaEmail, testPassword, origin)).status).toBe(200);
    delayed.push(delays(foyer).length);
  }
  expect(delayed).toEqual([0, 0, 1, 2]);
});

test('a device of one account is delayed at another, and an invented or changed device cookie does not help', async () => {
  const foyer = await startFoyer(behindProxy);
  const { account } = await createTestAccount(foyer, adaEmail);
  await createTestAccount(foyer, 'mallory@example.com');
  const cookie = await signInOnDevice(foyer, 'mallory@example.com');
  const signature = cookie.split('.').at(-1) ?? '';
  await failSignIn(foyer, 3, adaEmail, company);
  for (const tried of [
    cookie,
    `foyer_device=${account.userId}.${signature}`,
    `foyer_device=${account.userId}.`,
    'foyer_device=~~~',
  ])
    expect((await signInAs(foyer, adaEmail, testPassword, { ...company, cookie: tried })).status).toBe(200);
  expect(delays(foyer)).toEqual([500, 500, 500, 500]);
});

test('a new password revokes the device cookies of the account', async () => {
  const foyer = await startFoyer(behindProxy);
  const ada = await foyer.users.add({ email: adaEmail });
  const cookie = await signInOnDevice(foyer, adaEmail);
  const body = { currentPassword: testPassword, newPassword: 'quite another password' };
  await foyer.must(changePassword, { body }, { as: ada });
  await failSignIn(foyer, 3, adaEmail, company);
  const signIn = () => signInAs(foyer, adaEmail, body.newPassword, { ...company, cookie });
  expect((await signIn()).status).toBe(200);
  expect(delays(foyer)).toEqual([500]);
});

test('LOGIN-16q a known device cannot sign in to a blocked account either, and its failures count', async () => {
  const foyer = await startFoyer(behindProxy);
  await createTestAccount(foyer, adaEmail);
  const cookie = await signInOnDevice(foyer, adaEmail);
  await failSignIn(foyer, lockoutFailures, adaEmail, { ...company, cookie });
  expect(delays(foyer)).toEqual([]);
  for (const origin of [{ ...company, cookie }, elsewhere])
    expect((await signInAs(foyer, adaEmail, testPassword, origin)).error?.code).toBe('tooManyAttempts');
});

test('the device cookie cannot be read by scripts and holds at most four accounts', async () => {
  const foyer = await startFoyer();
  let cookie = '';
  for (let index = 0; index < 5; index++) {
    const email = `person-${index}@example.com`;
    await createTestAccount(foyer, email);
    cookie = await signInOnDevice(foyer, email, cookie);
  }
  expect(cookie.split('~')).toHaveLength(4);
  const again = await signInAs(foyer, 'person-4@example.com', testPassword, { cookie });
  expect(again.headers.getSetCookie()).toContain(
    `${cookie}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`,
  );
});

test('LOGIN-16n concurrent guesses do not exceed the limit and do not delay other networks', async () => {
  const foyer = await startFoyer({ ...behindProxy, realCosts: true });
  await createTestAccount(foyer, adaEmail);
  const attempts = new LoginAttempts(foyer.running.storage, () => foyer.now);
  for (let count = 0; count < 240; count++) await attempts.addFailure('network:198.51.100.7');
  const attack = new AbortController();
  const many = 600;
  const guesses = Array.from({ length: many }, (_none, index) =>
    foyer
      .fetch('/api/session/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
        body: JSON.stringify({ email: `guess-${index}@example.com`, password: wrongPassword }),
        signal: attack.signal,
      })
      .catch(() => undefined),
  );
  // A sign-in of another network succeeds while the guesses are queued; only guesses that are running come before it.
  await expect.poll(() => failed(foyer)).toBeGreaterThan(0);
  expect((await signInAs(foyer, adaEmail, testPassword, { address: '203.0.113.9' })).status).toBe(200);
  expect(failed(foyer)).toBeLessThan(many / 2);
  await expect.poll(() => delays(foyer).length).toBeGreaterThan(32);
  // The sixty failures that are left, and the attempts that were running then; delayed attempts are verified later.
  expect(failedWithoutDelay(foyer)).toBeLessThanOrEqual(60 + 64);
  attack.abort();
  await Promise.all(guesses);
  // Aborted attempts are not verified and do not delay later ones.
  foyer.advance(lockoutMs);
  expect((await signInAs(foyer, adaEmail, testPassword, { address: '198.51.100.7' })).status).toBe(200);
  expect(failed(foyer)).toBeLessThan(many / 2);
});

const logLines = (foyer: Foyer, message: string) => foyer.logged.filter(({ msg }) => msg === message);

/** Sign-ins whose password was verified and was wrong. */
const failed = (foyer: Foyer): number => logLines(foyer, 'sign-in failed').length;

/** Failed sign-ins that were not delayed. */
function failedWithoutDelay(foyer: Foyer): number {
  const delayed = new Set(logLines(foyer, 'sign-in delayed').map(({ requestId }) => requestId));
  return logLines(foyer, 'sign-in failed').filter(({ requestId }) => !delayed.has(requestId)).length;
}

/** The delays of sign-ins, in milliseconds. */
const delays = (foyer: Foyer): unknown[] => logLines(foyer, 'sign-in delayed').map(({ delayMs }) => delayMs);

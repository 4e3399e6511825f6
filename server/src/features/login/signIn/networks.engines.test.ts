/** How sign-ins of one network affect each other and other networks. */
import { lockoutMs } from '@foyer/contract';
import { expect, test } from 'vitest';
import {
  createTestAccount,
  behindProxy,
  signInAs,
  adaEmail,
  wrongPassword,
} from '../testing/passwordSignIn.ts';
import { startFoyer, type Foyer } from '#testing/foyer';
import { testPassword } from '#testing/testUsers';

test('sign-ins of a network with many failures are delayed, and none is rejected for it', async () => {
  const foyer = await startFoyer(behindProxy);
  await createTestAccount(foyer, adaEmail);
  const company = { address: '198.51.100.7' };
  const guesses = Array.from({ length: 60 }, (_none, index) =>
    signInAs(foyer, `guess-${index}@example.com`, wrongPassword, company),
  );
  for (const { error } of await Promise.all(guesses)) expect(error?.code).toBe('invalidCredentials');
  expect((await signInAs(foyer, adaEmail, testPassword, { address: '203.0.113.9' })).status).toBe(200);
  expect(delays(foyer)).toEqual([]);
  expect((await signInAs(foyer, adaEmail, testPassword, company)).status).toBe(200);
  expect((await signInAs(foyer, adaEmail, testPassword, company)).status).toBe(200);
  // Successful sign-ins do not increase the delay.
  expect(delays(foyer)).toEqual([500, 500]);
});

test('IPv6 addresses of one /64 prefix are one network; forwarded addresses count only from trusted proxies', async () => {
  const foyer = await startFoyer(behindProxy);
  await createTestAccount(foyer, adaEmail);
  const guesses = Array.from({ length: 60 }, (_none, index) =>
    signInAs(foyer, `guess-${index}@example.com`, wrongPassword, {
      address: `2001:db8:1:2::${index.toString(16)}`,
    }),
  );
  await Promise.all(guesses);
  expect((await signInAs(foyer, adaEmail, testPassword, { address: '2001:db8:1:2:ffff::1' })).status).toBe(
    200,
  );
  expect(delays(foyer)).toEqual([500]);
  const direct = await startFoyer();
  await Promise.all(
    Array.from({ length: 60 }, (_none, index) =>
      signInAs(direct, `guess-${index}@example.com`, wrongPassword, { address: `198.51.100.${index}` }),
    ),
  );
  await signInAs(direct, adaEmail, wrongPassword, { address: '203.0.113.9' });
  expect(delays(direct)).toEqual([500]);
});

test('LOGIN-16n concurrent guesses do not exceed the limit and do not delay other networks', async () => {
  const foyer = await startFoyer({ ...behindProxy, realCosts: true });
  await createTestAccount(foyer, adaEmail);
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
  // Sixty failures, and the attempts that were running then; delayed attempts are verified later.
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

/** What the sign-ins of one network do to each other, and to those of others. */
import { lockoutMs } from '@foyer/contract';
import { expect, test } from 'vitest';
import { add, behindProxy, enter, person, wrong } from '../testing/passwords.ts';
import { startFoyer, type Foyer } from '#testing/foyer';
import { testPassword } from '#testing/people';

test('a network that guesses is slowed down, and nobody in it is refused for it', async () => {
  const foyer = await startFoyer(behindProxy);
  await add(foyer, person);
  const company = { address: '198.51.100.7' };
  const guesses = Array.from({ length: 60 }, (_none, index) =>
    enter(foyer, `guess-${index}@example.com`, wrong, company),
  );
  for (const { fault } of await Promise.all(guesses)) expect(fault?.code).toBe('invalidCredentials');
  expect((await enter(foyer, person, testPassword, { address: '203.0.113.9' })).status).toBe(200);
  expect(delays(foyer)).toEqual([]);
  expect((await enter(foyer, person, testPassword, company)).status).toBe(200);
  expect((await enter(foyer, person, testPassword, company)).status).toBe(200);
  // What succeeds makes nobody wait longer.
  expect(delays(foyer)).toEqual([500, 500]);
});

test('IPv6 addresses of one household are one network; forwarded addresses count from proxies alone', async () => {
  const foyer = await startFoyer(behindProxy);
  await add(foyer, person);
  const guesses = Array.from({ length: 60 }, (_none, index) =>
    enter(foyer, `guess-${index}@example.com`, wrong, { address: `2001:db8:1:2::${index.toString(16)}` }),
  );
  await Promise.all(guesses);
  expect((await enter(foyer, person, testPassword, { address: '2001:db8:1:2:ffff::1' })).status).toBe(200);
  expect(delays(foyer)).toEqual([500]);
  const direct = await startFoyer();
  await Promise.all(
    Array.from({ length: 60 }, (_none, index) =>
      enter(direct, `guess-${index}@example.com`, wrong, { address: `198.51.100.${index}` }),
    ),
  );
  await enter(direct, person, wrong, { address: '203.0.113.9' });
  expect(delays(direct)).toEqual([500]);
});

test("LOGIN-16n guesses that come at one moment outrun no limit, and are in no other network's way", async () => {
  const foyer = await startFoyer({ ...behindProxy, realCosts: true });
  await add(foyer, person);
  const attack = new AbortController();
  const many = 600;
  const guesses = Array.from({ length: many }, (_none, index) =>
    foyer
      .fetch('/api/session/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
        body: JSON.stringify({ email: `guess-${index}@example.com`, password: wrong }),
        signal: attack.signal,
      })
      .catch(() => undefined),
  );
  // Somebody else gets in while they stand in line, and at once: none of theirs is before this one but those at work.
  await expect.poll(() => compared(foyer)).toBeGreaterThan(0);
  expect((await enter(foyer, person, testPassword, { address: '203.0.113.9' })).status).toBe(200);
  expect(compared(foyer)).toBeLessThan(many / 2);
  await expect.poll(() => delays(foyer).length).toBeGreaterThan(32);
  // Sixty failures, and those that were under way by then; whoever was told to wait is compared afterwards.
  expect(comparedAtOnce(foyer)).toBeLessThanOrEqual(60 + 64);
  attack.abort();
  await Promise.all(guesses);
  // Whoever went away is compared no more, and stands in nobody's way.
  foyer.pass(lockoutMs);
  expect((await enter(foyer, person, testPassword, { address: '198.51.100.7' })).status).toBe(200);
  expect(compared(foyer)).toBeLessThan(many / 2);
});

const told = (foyer: Foyer, what: string) => foyer.logged.filter(({ msg }) => msg === what);

/** Sign-ins whose password was looked at, and was wrong. */
const compared = (foyer: Foyer): number => told(foyer, 'sign-in failed').length;

/** Those of them that were not made to wait. */
function comparedAtOnce(foyer: Foyer): number {
  const delayed = new Set(told(foyer, 'sign-in delayed').map(({ requestId }) => requestId));
  return told(foyer, 'sign-in failed').filter(({ requestId }) => !delayed.has(requestId)).length;
}

/** Milliseconds that sign-ins were made to wait. */
const delays = (foyer: Foyer): unknown[] => told(foyer, 'sign-in delayed').map(({ delayMs }) => delayMs);

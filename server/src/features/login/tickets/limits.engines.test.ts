import { lockoutFailures, lockoutMs } from '@foyer/contract';
import { expect, test } from 'vitest';
import { checkCvent, checkBizzabo, signInWithTicket, readGrant, startTickets } from '../testing/tickets.ts';

const numbers = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_none, index) => `GUESS${from + index}`);

test('LOGIN-16i a registration number is blocked after six wrong emails, for the right email and other networks too', async () => {
  const { foyer, bizzabo } = await startTickets();
  for (let index = 0; index < lockoutFailures; index++) {
    const from = { address: `198.51.100.${index}` };
    const { body } = await checkBizzabo(foyer, 260001, `guess-${index}@example.com`, from);
    expect(body.status).toBe('NO_USER_FOUND');
  }
  const requestCount = bizzabo.requests.length;
  const { error, headers } = await checkBizzabo(foyer, 260001, 'mara@example.com', {
    address: '203.0.113.9',
  });
  expect([error?.code, headers.get('retry-after')]).toEqual(['tooManyAttempts', '120']);
  expect(bizzabo.requests).toHaveLength(requestCount);
  expect((await checkBizzabo(foyer, 260002, 'mara@example.com')).status).toBe(200);
  foyer.advance(lockoutMs);
  expect((await checkBizzabo(foyer, 260001, 'mara@example.com')).status).toBe(200);
});

test('a scan of numbers from one network ends after sixty, also with concurrent requests from several of its addresses', async () => {
  const { foyer, cvent } = await startTickets();
  const responses = await Promise.all(
    numbers(100).map((number, index) =>
      checkCvent(foyer, number, { address: `2001:db8:1:2::${index.toString(16)}` }),
    ),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(60);
  for (const { error } of responses) expect(error?.code ?? 'tooManyAttempts').toBe('tooManyAttempts');
  expect(cvent.requests.filter((call) => call.includes('/attendees'))).toHaveLength(60);
  expect((await checkCvent(foyer, 'NIGHT2FALL26', { address: '203.0.113.9' })).status).toBe(200);
});

test('forwarded addresses of untrusted proxies do not help a scan', async () => {
  const { foyer } = await startTickets({ env: { TRUSTED_PROXIES: '' } });
  const responses = await Promise.all(
    numbers(70).map((number, index) => checkCvent(foyer, number, { address: `198.51.100.${index}` })),
  );
  expect(responses.filter(({ error }) => error?.code === 'tooManyAttempts')).toHaveLength(10);
});

test('wrong numbers from all networks together are limited per event, and a warning is logged', async () => {
  const { foyer } = await startTickets({ login: { ticketGuesses: 20 } });
  const responses = await Promise.all(
    numbers(30).map((number, index) => checkCvent(foyer, number, { address: `198.51.100.${index}` })),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(foyer.logged.filter(({ msg }) => msg === 'too many wrong ticket numbers')).toHaveLength(10);
  // The other vendor has its own limit; after two minutes this one accepts numbers again.
  expect((await checkBizzabo(foyer, 260001, 'mara@example.com')).status).toBe(200);
  foyer.advance(lockoutMs);
  expect((await checkCvent(foyer, 'NIGHT2FALL26')).status).toBe(200);
});

test('correct numbers do not count: a hundred people of one company can log in', async () => {
  const { foyer } = await startTickets({ login: { ticketGuesses: 20 } });
  const company = { address: '198.51.100.7' };
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_none, index) =>
      checkCvent(foyer, index % 2 ? 'NIGHT2FALL26' : 'DAWN7KEEPER', company),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
});

test('an open session continues while its number is blocked', async () => {
  const { foyer } = await startTickets();
  const cookie = readGrant(await checkBizzabo(foyer, 260001, 'mara@example.com'));
  const { body } = await signInWithTicket(
    foyer,
    { email: 'mara@example.com', password: '260001' },
    { cookie },
  );
  for (let index = 0; index <= lockoutFailures; index++)
    await checkBizzabo(foyer, 260001, `guess-${index}@example.com`);
  const { status } = await foyer.fetch('/api/userInfo', {
    headers: { authorization: `Bearer ${body.idToken}` },
  });
  expect(status).toBe(200);
});

import { getUserInfo } from '@foyer/contract';
import { cventEventId } from '@foyer/standins/cvent';
import type { FailureKind } from '@foyer/standins/vendor';
import { expect, test } from 'vitest';
import {
  checkCvent,
  checkBizzabo,
  signInWithTicket,
  readGrant,
  startTickets,
} from '../../testing/tickets.ts';

type Started = Awaited<ReturnType<typeof startTickets>>;
const platforms = {
  cvent: ({ foyer }: Started) => checkCvent(foyer, 'NIGHT2FALL26'),
  bizzabo: ({ foyer }: Started) => checkBizzabo(foyer, 260001, 'mara@example.com'),
} as const;

const lasting: readonly FailureKind[] = ['unauthorized', 'forbidden', 'otherRegion'];
const passing: readonly FailureKind[] = ['throttled', 'broken', 'malformed'];

for (const name of ['cvent', 'bizzabo'] as const) {
  for (const kind of [...lasting, ...passing]) {
    test(`${name}: ${kind} returns an error, does not count as a failure and is logged`, async () => {
      const started = await startTickets();
      started[name].failure = { kind };
      const { error } = await platforms[name](started);
      expect(error?.code).toBe(lasting.includes(kind) ? 'functionUnsupported' : 'unavailable');
      expect(error?.errMsg).toMatch(/^(Tickets cannot be checked|The ticket could not be checked)/);
      const [line] = started.foyer.logged.filter(({ msg }) => msg === 'ticket vendor request failed');
      expect(line).toMatchObject({ provider: name, level: 'warn' });
      expect(JSON.stringify(line)).not.toMatch(/secret|bizzabo-key/);
      // After ten failed requests the number is still not blocked.
      for (let time = 0; time < 9; time++) await platforms[name](started);
      started[name].failure = undefined;
      expect((await platforms[name](started)).status).toBe(200);
    });
  }

  for (const kind of ['throttled', 'broken'] as const) {
    test(`${name}: ${kind} once is retried`, async () => {
      const started = await startTickets();
      started[name].failure = { kind, times: 1 };
      expect((await platforms[name](started)).status).toBe(200);
    });
  }

  test(`${name}: a vendor that does not respond causes a timeout`, async () => {
    const started = await startTickets({ totalMs: 300 });
    started[name].failure = { kind: 'silent' };
    expect((await platforms[name](started)).error?.code).toBe('unavailable');
  });

  test(`${name}: a vendor that cannot be reached returns an error`, async () => {
    const started = await startTickets();
    await started[name].stop();
    expect((await platforms[name](started)).error?.code).toBe('unavailable');
  });
}

test('cvent: after the daily quota is used up no requests are sent until its reset', async () => {
  const { foyer, cvent } = await startTickets();
  cvent.failure = { kind: 'quota', times: 1 };
  const first = await checkCvent(foyer, 'NIGHT2FALL26');
  // The test clock starts at noon: twelve hours to midnight UTC.
  expect([first.error?.code, first.headers.get('retry-after')]).toEqual(['unavailable', String(12 * 3600)]);
  const requestCount = cvent.requests.length;
  expect((await checkCvent(foyer, 'NIGHT2FALL26')).error?.code).toBe('unavailable');
  expect(cvent.requests).toHaveLength(requestCount);
  foyer.advance(12 * 3_600_000);
  expect((await checkCvent(foyer, 'NIGHT2FALL26')).status).toBe(200);
});

test('a Retry-After of the vendor that is longer than the timeout is sent to the client', async () => {
  const { foyer, bizzabo } = await startTickets();
  bizzabo.failure = { kind: 'throttled', retryAfter: 90 };
  const { headers } = await checkBizzabo(foyer, 260001, 'mara@example.com');
  expect(headers.get('retry-after')).toBe('90');
});

test.each([
  ['86400', '300'],
  ['-1', '1'],
  ['soon 5', '1'],
])('a Retry-After %j of the vendor reaches the client as %j', async (retryAfter, expected) => {
  const { foyer, bizzabo } = await startTickets();
  bizzabo.failure = { kind: 'throttled', retryAfter };
  const { headers } = await checkBizzabo(foyer, 260001, 'mara@example.com');
  expect(headers.get('retry-after')).toBe(expected);
});

test('cvent: concurrent requests share one token, which is kept until a minute before it expires', async () => {
  const { foyer, cvent } = await startTickets();
  await Promise.all(Array.from({ length: 8 }, () => checkCvent(foyer, 'NIGHT2FALL26')));
  const tokens = () => cvent.requests.filter((call) => call.includes('/oauth2/token')).length;
  expect(tokens()).toBe(1);
  foyer.advance(3_600_000 - 60_001);
  await checkCvent(foyer, 'NIGHT2FALL26');
  expect(tokens()).toBe(1);
  foyer.advance(1);
  await checkCvent(foyer, 'NIGHT2FALL26');
  expect(tokens()).toBe(2);
});

test('cvent: a revoked token is replaced', async () => {
  const { foyer, cvent } = await startTickets();
  await checkCvent(foyer, 'NIGHT2FALL26');
  cvent.revokeTokens();
  expect((await checkCvent(foyer, 'NIGHT2FALL26')).status).toBe(200);
});

test('cvent: an event code is looked up once, an event id never', async () => {
  const byCode = await startTickets();
  await checkCvent(byCode.foyer, 'NIGHT2FALL26');
  await checkCvent(byCode.foyer, 'DAWN7KEEPER');
  expect(byCode.cvent.requests.filter((call) => call.includes('/events'))).toHaveLength(1);
  const byId = await startTickets({ cventEvent: cventEventId });
  expect((await checkCvent(byId.foyer, 'NIGHT2FALL26')).status).toBe(200);
  expect(byId.cvent.requests.filter((call) => call.includes('/events'))).toEqual([]);
});

test('cvent: an unknown event code is a configuration error', async () => {
  const { foyer } = await startTickets({ cventEvent: 'no "such" event' });
  expect((await checkCvent(foyer, 'NIGHT2FALL26')).error?.code).toBe('functionUnsupported');
});

test('cvent: the attendee is preferred to guests with the same number, and all pages are read', async () => {
  const row = (index: number, more: object) => ({
    id: `attendee-${index}`,
    event: { id: cventEventId },
    confirmationNumber: 'FAMILY12345',
    status: 'Accepted',
    contact: { id: `contact-${index}`, email: `guest-${index}@example.com` },
    ...more,
  });
  const attendees = [
    row(1, { guest: true }),
    row(2, { guest: true, status: 'Cancelled' }),
    row(3, { guest: false }),
  ];
  const { foyer } = await startTickets({ cvent: { attendees, pageSize: 1 } });
  expect((await checkCvent(foyer, 'FAMILY12345')).body.emailAddress).toBe('guest-3@example.com');
});

test('cvent: names are reduced to one line and to the maximum length', async () => {
  const contact = {
    id: 'contact-1',
    email: 'odd@example.com',
    firstName: 'O\u0000d\nd',
    company: 'x'.repeat(300),
  };
  const attendees = [
    { id: 'attendee-1', event: { id: cventEventId }, confirmationNumber: 'ODD', status: 'Accepted', contact },
  ];
  const { foyer } = await startTickets({ cvent: { attendees } });
  const cookie = readGrant(await checkCvent(foyer, 'ODD'));
  const { body } = await signInWithTicket(foyer, { email: 'odd@example.com', password: 'ODD' }, { cookie });
  const { attributes } = await foyer.must(getUserInfo, {}, { as: { token: body.idToken } });
  expect(attributes).toMatchObject({ name: 'O d d', company: 'x'.repeat(255) });
});

test('cvent: results that do not match the filter are ignored', async () => {
  const attendees = [
    {
      id: 'attendee-1',
      event: { id: cventEventId },
      confirmationNumber: 'ANOTHERNUMBER',
      status: 'Accepted',
      contact: { id: 'contact-1', email: 'another@example.com' },
    },
  ];
  const { foyer } = await startTickets({ cvent: { attendees, appliesFilter: false } });
  expect((await checkCvent(foyer, 'NIGHT2FALL26')).body.status).toBe('NO_USER_FOUND');
});

const client = (accountId: number) => ({
  apiKey: undefined,
  client: { clientId: 'bizzabo-client', clientSecret: 'bizzabo-secret', accountId },
});

test('bizzabo: a client requests a token for its account, and a new one if it is revoked', async () => {
  const { foyer, bizzabo } = await startTickets({ bizzaboSettings: client(4711) });
  expect((await checkBizzabo(foyer, 260001, 'mara@example.com')).status).toBe(200);
  bizzabo.revokeTokens();
  expect((await checkBizzabo(foyer, 260001, 'mara@example.com')).status).toBe(200);
});

test('bizzabo: an app that is not installed on the account is a configuration error', async () => {
  const { foyer } = await startTickets({ bizzaboSettings: client(4712) });
  expect((await checkBizzabo(foyer, 260001, 'mara@example.com')).error?.code).toBe('functionUnsupported');
  const [line] = foyer.logged.filter(({ msg }) => msg === 'ticket vendor request failed');
  expect(line?.['reason']).toContain('not installed on account');
});

test('bizzabo: numberField selects another field as the number', async () => {
  const byOrder = await startTickets({ bizzaboSettings: { numberField: 'orderId' } });
  expect((await checkBizzabo(byOrder.foyer, 760001, 'mara@example.com')).status).toBe(200);
  expect((await checkBizzabo(byOrder.foyer, 260001, 'mara@example.com')).body.status).toBe('NO_USER_FOUND');
  const byBadge = await startTickets({ bizzaboSettings: { numberField: 'badge' } });
  expect((await checkBizzabo(byBadge.foyer, 77, 'mara@example.com')).body.status).toBe('USER_CREATED');
});

test('bizzabo: an unknown event is a configuration error', async () => {
  const { foyer } = await startTickets({ bizzaboSettings: { eventId: 999 } });
  expect((await checkBizzabo(foyer, 260001, 'mara@example.com')).error?.code).toBe('functionUnsupported');
});

test('bizzabo: a correct number, a wrong number and a wrong email send the same requests', async () => {
  const { foyer, bizzabo } = await startTickets();
  const requests = async (number: number, email: string) => {
    const before = bizzabo.requests.length;
    await checkBizzabo(foyer, number, email);
    return bizzabo.requests.slice(before).map((call) => call.replaceAll(/\d{6,}|mara|ines/g, '…'));
  };
  const hit = await requests(260001, 'mara@example.com');
  expect((await requests(260009, 'mara@example.com')).toSorted()).toEqual(hit.toSorted());
  expect((await requests(260002, 'ines@example.com')).toSorted()).toEqual(hit.toSorted());
});

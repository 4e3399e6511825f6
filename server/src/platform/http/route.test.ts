import { expect, test } from 'vitest';
import { rateLimitKeyOf, type Caller } from '#platform/http/route';

test.each<[what: string, caller: Caller, address: string, key: string]>([
  [
    'an account',
    { kind: 'account', accountId: 'ada', email: 'ada@example.com', roles: [], sessionId: 's' },
    '192.0.2.1',
    'ada',
  ],
  ['an anonymous caller', { kind: 'anonymous' }, '192.0.2.1', '192.0.2.1'],
  ['an anonymous caller with IPv6', { kind: 'anonymous' }, '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
])('CALL-27ak the rate limit of %s applies to the user or the network', (_what, caller, address, key) => {
  expect(rateLimitKeyOf(caller, address)).toBe(key);
});

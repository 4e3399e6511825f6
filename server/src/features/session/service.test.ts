import { expect, test } from 'vitest';
import type { Account } from '#platform/identity';
import { hashSecret } from '#platform/secret';
import { newRefreshToken, writeRefreshCookies } from './refreshToken.ts';
import { SessionService, type Refreshable, type SessionServiceDeps } from './service.ts';
import type { SessionRow } from './tables.ts';

const ada: Account = {
  id: 'ada',
  email: 'ada@example.com',
  name: 'Ada',
  company: '',
  title: '',
  roles: ['ROLE_ATTENDEE'],
  locale: undefined,
  blocked: false,
  pending: false,
  passwordFingerprint: 'first password',
  createdAt: 0,
};

/** A service with the sessions `rows`, at time 0, whose only account is `account`. */
function serviceWith(account: Account | undefined, rows: SessionRow[] = []) {
  const ended: string[] = [];
  const end = async (id: string): Promise<boolean> => {
    const index = rows.findIndex((row) => row.id === id);
    if (index !== -1) rows.splice(index, 1);
    return index !== -1;
  };
  const key = async () => Buffer.from('key');
  const service = new SessionService({
    store: {
      add: async (row: SessionRow) => void rows.push(row),
      find: async (id: string) => rows.find((row) => row.id === id),
      findFamily: async (familyHash: string) => rows.find((row) => row.familyHash === familyHash),
      rotate: async (id: string, from: string) =>
        rows.some((row) => row.id === id && row.currentHash === from),
      end,
    },
    tokens: { forAccount: async () => ({ idToken: 'token' }) },
    accounts: { find: async () => account, findAll: async () => [] },
    clock: () => 0,
    key,
    deviceKey: key,
    secure: false,
    onEnded: (sessionId: string) => ended.push(sessionId),
  } as unknown as SessionServiceDeps);
  return { service, ended };
}

function sessionOf(account: Account, provider = 'password'): Refreshable & { cookie: string } {
  const token = newRefreshToken();
  const row: SessionRow = {
    id: 'session',
    accountId: account.id,
    provider,
    familyHash: hashSecret(token.family),
    currentHash: hashSecret(token.secret),
    previousHash: null,
    createdAt: 0,
    rotatedAt: 0,
    browser: '',
    os: '',
  };
  const cookie = writeRefreshCookies(token, false)[0]?.split(';')[0] ?? '';
  return { row, token, account, cookie };
}

const host: Account = { ...ada, roles: ['ROLE_ATTENDEE', 'ROLE_HOST'] };
type Change = readonly [change: string, now: Account | undefined, provider: string];
const changes: readonly Change[] = [
  ['deleted', undefined, 'password'],
  ['blocked', { ...ada, blocked: true }, 'password'],
  ['made a host, for whom a ticket does not suffice', host, 'cvent'],
];

test.each<Change>([
  ...changes,
  ['given another password', { ...ada, passwordFingerprint: 'second' }, 'password'],
])('a sign-in to an account that is %s meanwhile opens no session', async (_change, now, provider) => {
  const rows: SessionRow[] = [];
  const { service, ended } = serviceWith(now, rows);
  const opening = service.open(ada, { provider, headers: {} });
  await expect(opening).rejects.toMatchObject({ code: 'invalidCredentials' });
  expect([rows, ended.length]).toEqual([[], 1]);
});

test.each<Change>([...changes, ['waiting for its confirmation', { ...ada, pending: true }, 'password']])(
  'the session of an account that is %s is ended, not refreshed',
  async (_change, now, provider) => {
    const { row, cookie } = sessionOf(ada, provider);
    const { service, ended } = serviceWith(now, [row]);
    expect(await service.findSignedInAccount({ cookie })).toBeUndefined();
    expect(ended).toEqual([]);
    expect(await service.findRefreshable({ cookie })).toBeUndefined();
    expect(ended).toEqual(['session']);
  },
);

test.each([
  { provider: 'password', known: true },
  { provider: 'cvent', known: false },
])('a sign-in by $provider makes the device known to the account: $known', async ({ provider, known }) => {
  const { cookies } = await serviceWith(ada).service.open(ada, { provider, headers: {} });
  expect(cookies.some((cookie) => cookie.startsWith('foyer_device='))).toBe(known);
});

test('SESSION-10 a session that ends during a refresh is not continued', async () => {
  const session = sessionOf(ada);
  const rows = [session.row];
  const { service } = serviceWith(ada, rows);
  expect(await service.refresh(session)).toMatchObject({ session: { idToken: 'token' } });
  await service.end('session');
  expect(await service.refresh(session)).toBeUndefined();
});

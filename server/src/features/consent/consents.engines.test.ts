import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  cookiePreferencesMessage,
  deleteAccount,
  exportAccount,
  getUserInfo,
  listConsents,
  reportCookiePreferences,
  type CookiePreferencesMessage,
} from '@foyer/contract';
import { expect, onTestFinished, test } from 'vitest';
import { startFoyer, testAdminKey, type Caller, type Foyer } from '#testing/foyer';
import { testPassword } from '#testing/testUsers';
import { publishExample } from '#testing/venues';
import { runCommand } from '../../cli/command.ts';

const browserId = 'consent-7c9e6679-7425-40de-944b-e07fc1f90ae7';
const uuid = (no: number): string => `0b8f3c5e-6a1d-4c57-9f2e-${String(no).padStart(12, '0')}`;

const example = cookiePreferencesMessage.parse(reportCookiePreferences.example.body);

const reportOf = (
  foyer: Foyer,
  changes: Partial<CookiePreferencesMessage> = {},
): CookiePreferencesMessage => ({
  ...example,
  decisionId: uuid(1),
  decidedAt: new Date(foyer.now - 5_000).toISOString(),
  userId: browserId,
  ...changes,
});
const report = (foyer: Foyer, as: Caller, changes: Partial<CookiePreferencesMessage> = {}) =>
  foyer.call(reportCookiePreferences, { body: reportOf(foyer, changes) }, { as });
const recorded = async (foyer: Foyer) => (await foyer.must(listConsents, { query: {} })).consents;

test('CALL-04a CONSENT-13a a decision is recorded with its time, action, revision and choices, without network address and browser', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  expect((await report(foyer, 'anonymous')).status).toBe(204);
  const { cookiePreferences } = reportOf(foyer);
  const [consent, ...others] = await recorded(foyer);
  expect(others).toEqual([]);
  expect(consent).toEqual({
    decisionId: uuid(1),
    decidedAt: new Date(foyer.now - 5_000).toISOString(),
    recordedAt: new Date(foyer.now).toISOString(),
    mode: 'LIVE',
    architectureId: 'nightfall',
    venueVersion: 1,
    revision: '1k2j3h4g5f',
    bannerType: 'DETAILED',
    action: 'save',
    userKind: 'browser',
    userId: browserId,
    language: 'en',
    clientVersion: '2.0.0',
    preferences: cookiePreferences,
  });
});

test('CONSENT-13b a decision belongs to the user of the session, or to a browser with a random id', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const [ada, bo, guest] = [await foyer.account(), await foyer.account(), await foyer.users.guest()];
  const { userId: guestId } = await foyer.must(getUserInfo, {}, { as: guest });
  const allowed: readonly (readonly [Caller, string])[] = [
    [ada, ada.id],
    [guest, guestId],
    ['anonymous', browserId],
    // Decided before the login, reported after it.
    [bo, browserId],
  ];
  for (const [index, [as, userId]] of allowed.entries())
    expect((await report(foyer, as, { decisionId: uuid(index), userId })).status).toBe(204);
  expect((await recorded(foyer)).map(({ userKind, userId }) => [userKind, userId])).toEqual([
    ['account', ada.id],
    ['guest', guestId],
    ['browser', browserId],
    ['browser', browserId],
  ]);
  const rejected: readonly (readonly [Caller, string])[] = [
    [bo, ada.id],
    [guest, ada.id],
    ['anonymous', ada.id],
    ['anonymous', guestId],
  ];
  for (const [as, userId] of rejected)
    expect((await report(foyer, as, { decisionId: uuid(9), userId })).error?.code).toBe('unauthorized');
  expect(await recorded(foyer)).toHaveLength(4);
});

test('CONSENT-13c a report that is repeated is recorded once, and its time is not in the future', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const decidedAt = new Date(foyer.now + 3_600_000).toISOString();
  for (const action of ['acceptAll', 'rejectAll'] as const)
    expect((await report(foyer, 'anonymous', { decidedAt, action })).status).toBe(204);
  expect((await recorded(foyer)).map(({ decidedAt: at, action }) => [at, action])).toEqual([
    [new Date(foyer.now).toISOString(), 'acceptAll'],
  ]);
});

test('CONSENT-13d a venue that requires a login records the decisions of its mandatory pages', async () => {
  const foyer = await startFoyer({ login: { providers: [{ type: 'password' }] } });
  await publishExample(foyer);
  expect((await report(foyer, 'anonymous')).status).toBe(204);
  expect(await recorded(foyer)).toHaveLength(1);
});

const [essential] = example.cookiePreferences;
const preference = { id: 'vimeo', name: 'Vimeo', type: 'EXTERNAL_MEDIA', accepted: true } as const;

test.each<[what: string, changes: Record<string, unknown>, reason: RegExp]>([
  [
    'a required one refused by hand',
    { cookiePreferences: [{ ...essential, accepted: false }] },
    /technically required/,
  ],
  [
    '1,000 entries',
    { cookiePreferences: Array.from({ length: 1_000 }, (_, no) => ({ ...preference, id: `p${no}` })) },
    /102/,
  ],
  ['an id twice', { cookiePreferences: [preference, { ...preference, accepted: false }] }, /twice/],
  ['no decision id', { decisionId: '1' }, /decisionId/],
  ['an unknown action', { action: 'closed' }, /action/],
  ['a time without a zone', { decidedAt: '2026-11-20 18:05' }, /decidedAt/],
  ['an unknown field', { ip: '198.51.100.7' }, /ip/],
])('CALL-04b a report with %s is rejected with the reason', async (_what, changes, reason) => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const { status, error } = await report(foyer, 'anonymous', changes);
  expect([status, error?.errMsg]).toEqual([400, expect.stringMatching(reason)]);
  expect(await recorded(foyer)).toEqual([]);
});

test('CALL-04c the reports of a user are limited, and those of other users are not affected', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const [ada, bo] = [await foyer.account(), await foyer.account()];
  for (let no = 1; no <= 60; no += 1)
    expect((await report(foyer, ada, { decisionId: uuid(no), userId: ada.id })).status).toBe(204);
  const rejected = await report(foyer, ada, { decisionId: uuid(61), userId: ada.id });
  expect([rejected.error?.code, rejected.headers.get('retry-after')]).toEqual(['tooManyRequests', '3600']);
  expect((await report(foyer, bo, { decisionId: uuid(62), userId: bo.id })).status).toBe(204);
});

test('CONSENT-13e records are listed for administrators in pages, oldest first', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  // The first two have the same time.
  for (const no of [2, 1, 3]) {
    await report(foyer, 'anonymous', { decisionId: uuid(no) });
    if (no === 1) foyer.advance(1_000);
  }
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: '1', ...(cursor !== undefined && { cursor }) };
    const page = await foyer.must(listConsents, { query: query as { cursor?: string } });
    ids.push(...page.consents.map(({ decisionId }) => decisionId));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(ids).toEqual([uuid(1), uuid(2), uuid(3)]);
  const wrong = await foyer.call(listConsents, { query: { cursor: 'next' } });
  expect(wrong.error?.errMsg).toMatch(/nextCursor/);
});

test('CONSENT-13f the export of an account contains its decisions, and they stay without it after its deletion', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const ada = await foyer.account();
  await report(foyer, ada, { decisionId: uuid(1), userId: ada.id });
  await report(foyer, 'anonymous', { decisionId: uuid(2) });
  const exported = await foyer.must(exportAccount, {}, { as: ada });
  expect(exported).toMatchObject({ consents: [{ decisionId: uuid(1), userId: ada.id, action: 'save' }] });
  await foyer.must(deleteAccount, { body: { email: ada.email, currentPassword: testPassword } }, { as: ada });
  const [first, second] = await recorded(foyer);
  expect(first).toMatchObject({ decisionId: uuid(1), userKind: 'deleted' });
  expect(first).not.toHaveProperty('userId');
  expect(second).toMatchObject({ userKind: 'browser', userId: browserId });
});

test('CONSENT-13g records are deleted four years after the decision', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  await report(foyer, 'anonymous', { decisionId: uuid(1) });
  foyer.advance(4 * 365 * 24 * 3_600_000 + 1);
  await report(foyer, 'anonymous', { decisionId: uuid(2) });
  await expect
    .poll(async () => (await recorded(foyer)).map(({ decisionId }) => decisionId))
    .toEqual([uuid(2)]);
});

test('CONSENT-13h "consents export" writes all records as CSV', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  for (const no of [1, 2]) await report(foyer, 'anonymous', { decisionId: uuid(no) });
  const folder = await mkdtemp(join(tmpdir(), 'foyer-consents-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'consents.csv');
  const lines: string[] = [];
  const run = (...words: string[]) =>
    runCommand(['consents', ...words], {
      env: { FOYER_URL: foyer.url, ADMIN_KEY: testAdminKey },
      print: (line) => void lines.push(line),
      printError: (line) => void lines.push(line),
    });
  expect(await run('export', file)).toBe(0);
  const [head, first, second, end] = (await readFile(file, 'utf8')).split('\r\n');
  expect(head).toMatch(/^decision,decided at,recorded at,.*,accepted,declined$/);
  expect(first).toContain(`${uuid(1)},`);
  expect(first).toMatch(new RegExp(`,save,browser,${browserId},en,2\\.0\\.0,essential vimeo,tracking$`));
  expect([second?.startsWith(uuid(2)), end]).toEqual([true, '']);
  expect(lines).toEqual([`Exported 2 decision(s) to ${file}`]);
  expect([await run('export'), await run('export', 'a', 'b'), await run('import')]).toEqual([64, 64, 64]);
  expect([await run('export', join(folder, 'none', 'x.csv')), lines.at(-1)]).toEqual([
    1,
    `No such folder: ${join(folder, 'none')}`,
  ]);
});

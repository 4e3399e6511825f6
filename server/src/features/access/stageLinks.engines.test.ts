import {
  closeCodes,
  createStageLink,
  deleteAccount,
  exportAccount,
  getVenueVersion,
  checkVenueAccess,
  listVersions,
  refreshSession,
  signAssetUrl,
  signOut,
  stageCookieMs,
  stageLinkMs,
  unpublishVenue,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { maxFailures, failureWindowMs } from './failureLimit.ts';
import { networkOf } from '#platform/http/network';
import { migratedDatabase, testEngine } from '#testing/database';
import { startFoyer, testAdminKey, createWebDir, type Caller, type Foyer } from '#testing/foyer';
import { Nodes } from '#testing/nodes';
import { connectTab } from '#testing/tab';
import { testPassword } from '#testing/testUsers';
import { publishExample, saveExample } from '#testing/venues';

const open = (foyer: Foyer, code: string, headers: Record<string, string> = {}) =>
  foyer.fetch('/stage-link', {
    method: 'POST',
    headers: { origin: foyer.running.config.publicUrl, ...headers },
    body: new URLSearchParams({ code }),
  });

const newCode = async (foyer: Foyer): Promise<string> => {
  const { url } = await foyer.must(createStageLink, {});
  return new URL(url).searchParams.get('code') ?? '';
};

const onStage = (foyer: Foyer, cookie: string) =>
  foyer.fetch('/stage/api/venue/version', { headers: { cookie } });

test('ROLE-02a stage calls get 401 without a session and 403 without the permission', async () => {
  const foyer = await startFoyer();
  const codeFor = async (as: Caller) =>
    (await foyer.call(getVenueVersion, {}, { mode: 'STAGE', as })).error?.code ?? 'in';
  expect(await codeFor('anonymous')).toBe('unauthorized');
  expect(await codeFor('guest')).toBe('unauthorized');
  expect(await codeFor('attendee')).toBe('forbidden');
  expect(await codeFor('host')).toBe('forbidden');
  for (const as of ['stage', 'admin', 'designer', 'administrator'] as const) {
    expect([as, await codeFor(as)]).toEqual([as, 'in']);
  }
  expect((await foyer.call(checkVenueAccess, {}, { mode: 'STAGE', as: 'anonymous' })).status).toBe(401);
  expect((await foyer.fetch('/stage/api/no-such-call')).status).toBe(401);
});

test('ROLE-02b the pages of the stage are public, because the login page is one of them', async () => {
  const webDir = await createWebDir({ 'index.html': '<html><head></head><body></body></html>' });
  const foyer = await startFoyer({ webDir });
  await saveExample(foyer);
  for (const path of ['/stage/', '/stage/login', '/stage/v/nightfall/area/lobby?lang=de']) {
    const response = await foyer.fetch(path);
    expect([path, response.status]).toEqual([path, 200]);
    const html = await response.text();
    expect(html).toContain('<meta name="foyer-base" content="/stage" />');
    expect(html).not.toContain('Nightfall');
  }
});

test('ROLE-02c the designer calls need the key: 401 without it, 403 with a stage cookie', async () => {
  const foyer = await startFoyer();
  expect((await foyer.call(listVersions, { query: {} }, { as: 'anonymous' })).error?.code).toBe(
    'unauthorized',
  );
  const asGuest = await foyer.call(unpublishVenue, {}, { as: 'stage', mode: 'STAGE' });
  expect(asGuest.error?.code).toBe('forbidden');
  expect((await foyer.call(listVersions, { query: {} }, { as: 'admin' })).status).toBe(200);
});

test('a stage link shows a page with a button, and requests of the page do not use it up', async () => {
  const foyer = await startFoyer();
  const code = await newCode(foyer);
  const page = await foyer.fetch(`/stage-link?code=${code}`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(`<input type="hidden" name="code" value="${code}">`);
  expect((await foyer.fetch(`/stage-link?code=${code}`, { method: 'HEAD' })).status).toBe(200);
  expect((await open(foyer, code)).status).toBe(303);
});

test('a stage link works once and opens the stage in one browser for 12 hours', async () => {
  const foyer = await startFoyer();
  const code = await newCode(foyer);
  const opened = await open(foyer, code);
  expect(opened.headers.get('location')).toBe('/stage/');
  const [cookie = '', ...attributes] = (opened.headers.getSetCookie()[0] ?? '').split('; ');
  expect(attributes).toEqual(['Path=/stage', 'Max-Age=43200', 'HttpOnly', 'SameSite=Lax']);
  expect((await onStage(foyer, cookie)).status).toBe(200);
  foyer.advance(stageCookieMs - 1);
  expect((await onStage(foyer, cookie)).status).toBe(200);
  foyer.advance(1);
  expect((await onStage(foyer, cookie)).status).toBe(401);
  const again = await open(foyer, code);
  expect(again.status).toBe(401);
  expect(await again.text()).toContain('used already');
});

test('of ten concurrent uses of a stage link one succeeds', async () => {
  const foyer = await startFoyer();
  const code = await newCode(foyer);
  const responses = await Promise.all(Array.from({ length: 10 }, () => open(foyer, code)));
  expect(responses.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(9);
});

test('a stage link expires after an hour', async () => {
  const foyer = await startFoyer();
  const code = await newCode(foyer);
  foyer.advance(stageLinkMs);
  expect((await open(foyer, code)).status).toBe(401);
});

test('a stage link cannot be redeemed by a page of another origin', async () => {
  const foyer = await startFoyer();
  const code = await newCode(foyer);
  expect((await open(foyer, code, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await open(foyer, code, { origin: 'null' })).status).toBe(403);
  expect((await open(foyer, code)).status).toBe(303);
});

test('the stage cookie is Secure if the public URL is https', async () => {
  const foyer = await startFoyer({ env: { PUBLIC_URL: 'https://venue.example.org' } });
  const { url } = await foyer.must(createStageLink, {});
  expect(url).toMatch(/^https:\/\/venue\.example\.org\/stage-link\?code=/);
  const opened = await open(foyer, new URL(url).searchParams.get('code') ?? '');
  expect(opened.headers.get('set-cookie')).toMatch(/; Secure$/);
  expect(opened.headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('codes and session tokens are stored only as hashes', async () => {
  const foyer = await startFoyer();
  const [first, second] = [await newCode(foyer), await newCode(foyer)];
  const cookie = (await open(foyer, first)).headers.get('set-cookie')?.split(/[=;]/)[1];
  const { read } = foyer.running.storage;
  const rows = JSON.stringify([
    await read.selectFrom('stageLink').selectAll().execute(),
    await read.selectFrom('stageSession').selectAll().execute(),
  ]);
  for (const secret of [first, second, cookie ?? '-']) expect(rows).not.toContain(secret);
});

test('a stage session continues after a restart', async () => {
  const database = await migratedDatabase();
  const before = await startFoyer({ database });
  const cookie = await before.openStage();
  await before.stop();
  const after = await startFoyer({ database });
  expect((await onStage(after, cookie)).status).toBe(200);
  await after.stop();
  await database.remove();
});

test('an unknown, empty or duplicate stage cookie is rejected', async () => {
  const foyer = await startFoyer();
  const cookie = await foyer.openStage();
  expect((await onStage(foyer, `foyer_stage=${'x'.repeat(43)}`)).status).toBe(401);
  expect((await onStage(foyer, 'foyer_stage=')).status).toBe(401);
  expect((await onStage(foyer, `${cookie}; foyer_stage=${'y'.repeat(43)}`)).status).toBe(401);
  expect((await onStage(foyer, `theme=dark; ${cookie}`)).status).toBe(200);
});

test('a sign-out on the stage ends the stage session on all nodes and closes its connections', async () => {
  // Several servers can share a PostgreSQL, but not an SQLite database.
  const isShared = testEngine === 'postgres';
  const foyers = isShared ? (await Nodes.start(2, startFoyer)).foyers : [await startFoyer()];
  const [one, last] = [foyers[0], foyers.at(-1)] as [Foyer, Foyer];
  const as = 'anonymous';
  const headers = { cookie: await one.openStage(), origin: one.running.config.publicUrl };
  const { idToken } = await one.must(refreshSession, {}, { as, mode: 'STAGE', headers });
  const visitor = { as: { token: idToken }, mode: 'STAGE' } as const;
  const tab = await connectTab(last, visitor);
  expect((await last.call(checkVenueAccess, {}, visitor)).status).toBe(200);
  await one.must(signOut, { body: { everywhere: false } }, { as, mode: 'STAGE', headers });
  expect(await tab.closed).toBe(closeCodes.sessionEnded);
  expect((await last.call(checkVenueAccess, {}, visitor)).status).toBe(401);
});

test('a stage cookie is not valid outside of the stage', async () => {
  const foyer = await startFoyer();
  const cookie = await foyer.openStage();
  const response = await foyer.fetch('/api/designer/versions', { headers: { cookie } });
  expect(response.status).toBe(401);
});

test.each([
  ['with another scheme', `Basic ${testAdminKey}`],
  ['in another case', `bearer ${testAdminKey}`],
  ['with an extra space', `Bearer  ${testAdminKey}`],
  ['that is truncated', `Bearer ${testAdminKey.slice(0, -1)}`],
  ['that is too long', `Bearer ${testAdminKey}x`],
  ['of 16 kB', `Bearer ${'k'.repeat(16_384)}`],
  ['that is empty', 'Bearer'],
  ['that is wrong', 'Bearer another-users-key-of-24-characters'],
])('bad input 28: a key %s gets 401', async (_title, authorization) => {
  const foyer = await startFoyer();
  const response = await foyer.fetch('/api/designer/versions', { headers: { authorization } });
  expect(response.status).toBe(401);
  expect(await response.text()).not.toContain(testAdminKey);
});

test('bad input 28: a key in the query is rejected', async () => {
  const foyer = await startFoyer();
  const response = await foyer.fetch(`/api/designer/versions?authorization=Bearer%20${testAdminKey}`);
  expect(response.status).toBe(401);
});

test('a wrong key is rejected even if none is needed, also for cached responses', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const headers = { authorization: 'Bearer another-users-key-of-24-characters' };
  expect((await foyer.fetch('/api/venue/version', { headers })).status).toBe(401);
  expect((await foyer.fetch('/api/ui/venue?architectureId=nightfall', { headers })).status).toBe(401);
});

test('wrong keys are limited per network', async () => {
  const foyer = await startFoyer({ env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  const guess = (address: string, key = 'a-guess-of-at-least-24-characters') =>
    foyer.fetch('/api/designer/versions', {
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': address },
    });
  for (let count = 0; count < maxFailures; count++) expect((await guess('203.0.113.5')).status).toBe(401);
  const rejected = await guess('203.0.113.5');
  expect(rejected.status).toBe(429);
  expect(rejected.headers.get('retry-after')).toBe('120');
  expect((await guess('203.0.113.6')).status).toBe(401);
  foyer.advance(failureWindowMs);
  expect((await guess('203.0.113.5')).status).toBe(401);
});

test('a correct key or link works despite many wrong keys from the same address', async () => {
  const foyer = await startFoyer();
  const guess = (key: string) =>
    foyer.fetch('/api/designer/versions', { headers: { authorization: `Bearer ${key}` } });
  for (let count = 0; count <= maxFailures; count++) await guess('a-guess-of-at-least-24-characters');
  expect((await guess('a-guess-of-at-least-24-characters')).status).toBe(429);
  expect((await guess(testAdminKey)).status).toBe(200);
  expect((await open(foyer, await newCode(foyer))).status).toBe(303);
  expect((await guess('a-guess-of-at-least-24-characters')).status).toBe(429);
});

test('wrong codes of stage links are limited', async () => {
  const foyer = await startFoyer();
  for (let count = 0; count < maxFailures; count++) {
    expect((await open(foyer, 'x'.repeat(43))).status).toBe(401);
  }
  expect((await open(foyer, 'x'.repeat(43))).status).toBe(429);
});

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a request with the stage cookie that changes something needs an Origin header of this server', async () => {
  const foyer = await startFoyer();
  const cookie = await foyer.openStage();
  const post = (headers: Record<string, string>) =>
    foyer.fetch('/stage/api/designer/unpublish', { method: 'POST', headers: { cookie, ...headers } });
  const bearer = { authorization: `Bearer ${testAdminKey}` };
  const reason = async (response: Response) => ((await response.json()) as { errMsg: string }).errMsg;
  expect(await reason(await post({}))).toMatch(/Origin/);
  expect(await reason(await post({ origin: 'https://evil.example' }))).toMatch(/another origin/);
  expect(await reason(await post({ ...bearer, origin: 'https://evil.example' }))).toMatch(/another origin/);
  expect((await post(bearer)).status).toBe(200);
  expect((await post({ ...bearer, origin: foyer.running.config.publicUrl })).status).toBe(200);
  expect((await post({ ...bearer, origin: foyer.url })).status).toBe(200);
});

test('with the stage cookie a browser can sign URLs of stage assets', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const query = { url: '/backend-assets/preview/nightfall/logo/1' };
  const { signedUrl } = await foyer.must(signAssetUrl, { query }, { as: 'stage', mode: 'STAGE' });
  expect((await foyer.fetch(signedUrl)).status).toBe(200);
  expect((await foyer.fetch(query.url)).status).toBe(403);
});

test('an export lists the stage links and sessions of the account, and deleting the account deletes them', async () => {
  const foyer = await startFoyer();
  const [dana, finn] = [
    await foyer.account({ roles: ['ROLE_DESIGNER'] }),
    await foyer.account({ roles: ['ROLE_DESIGNER'] }),
  ];
  for (const as of [dana, dana, finn]) {
    const { url } = await foyer.must(createStageLink, {}, { as });
    if (as === dana) await open(foyer, new URL(url).searchParams.get('code') ?? '');
  }
  await foyer.must(createStageLink, {}, { as: dana });
  expect((await foyer.must(exportAccount, {}, { as: dana }))['stage']).toEqual({
    links: [{ expiresAt: foyer.now + stageLinkMs }],
    sessions: [{ expiresAt: foyer.now + stageCookieMs }, { expiresAt: foyer.now + stageCookieMs }],
  });
  const { db } = foyer.running.storage;
  const owners = async () => [
    await db.selectFrom('stageLink').select('owner').execute(),
    await db.selectFrom('stageSession').select('owner').execute(),
  ];
  expect((await owners())[1]).toHaveLength(2);
  await foyer.must(
    deleteAccount,
    { body: { email: dana.email, currentPassword: testPassword } },
    { as: dana },
  );
  expect(await owners()).toEqual([[{ owner: finn.id }], []]);
});

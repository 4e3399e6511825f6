import {
  closeCodes,
  createStageLink,
  deleteAccount,
  getVenue,
  getVenueVersion,
  checkVenueAccess,
  refreshSession,
  setAccountBlocked,
  setAccountRoles,
  signOut,
  uiConfig,
  type OperatingMode,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { startFoyer, createWebDir, type Caller, type Foyer } from '#testing/foyer';
import { testPassword, type TestUser } from '#testing/testUsers';
import { connectTab } from '#testing/tab';
import { publishExample } from '#testing/venues';

const withLogin = { login: { providers: [{ type: 'password' }] } };
const venue = { query: { architectureId: 'nightfall' } };

const startPublished = async (): Promise<Foyer> => {
  const webDir = await createWebDir({ 'index.html': '<html><head></head><body></body></html>' });
  const foyer = await startFoyer({ ...withLogin, webDir });
  await publishExample(foyer);
  return foyer;
};

test('LOGIN-19b if a login is required the cached venue is not sent without a session', async () => {
  const foyer = await startPublished();
  await foyer.must(getVenue, venue, { as: 'attendee' });
  for (const headers of [{}, { 'if-none-match': '*' }, { cookie: 'foyer_refresh=x; foyer_stage=y' }]) {
    const response = await foyer.call(getVenue, venue, { as: 'anonymous', headers });
    expect([response.status, response.error?.code]).toEqual([401, 'unauthorized']);
    expect(response.headers.get('etag')).toBeNull();
    expect((await foyer.call(checkVenueAccess, {}, { as: 'anonymous', headers })).status).toBe(401);
  }
});

test('LOGIN-19c if a login is required the page contains neither areas nor descriptions of the venue', async () => {
  const foyer = await startPublished();
  for (const path of ['/', '/v/nightfall/area/lobby', '/login']) {
    const html = await (await foyer.fetch(path)).text();
    expect(html).not.toMatch(/Lobby|Two evenings/);
    // The page contains only what /ui-config.json tells everyone.
    expect(html).toContain('<title>Foyer</title>');
  }
  const config = uiConfig.parse(await (await foyer.fetch('/ui-config.json')).json());
  expect(JSON.stringify(config)).not.toMatch(/Lobby|Two evenings/);
});

test('if a login is required the cached venue is sent while the session is valid', async () => {
  const foyer = await startPublished();
  const ada = await foyer.account();
  const first = await foyer.call(getVenue, venue, { as: ada });
  const cached = await foyer.call(getVenue, venue, { as: ada });
  expect([first.status, cached.status]).toEqual([200, 200]);
  expect(cached.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(cached.bytes).toEqual(first.bytes);
  await foyer.must(signOut, { body: { everywhere: false } }, { as: ada });
  expect((await foyer.call(getVenue, venue, { as: ada })).status).toBe(401);
  expect((await foyer.call(getVenueVersion, {}, { as: ada })).status).toBe(401);
});

test.each<[Caller, OperatingMode, number]>([
  ['anonymous', 'LIVE', 401],
  ['attendee', 'LIVE', 200],
  ['host', 'LIVE', 200],
  ['administrator', 'LIVE', 200],
  ['admin', 'LIVE', 200],
  ['anonymous', 'STAGE', 401],
  ['attendee', 'STAGE', 403],
  ['host', 'STAGE', 403],
  ['designer', 'STAGE', 200],
  ['stage', 'STAGE', 200],
])('CALL-22 bad input 27: HEAD of the venue by %s, %s: %i without a body', async (as, mode, status) => {
  const foyer = await startFoyer(withLogin);
  await publishExample(foyer);
  const head = await foyer.call(checkVenueAccess, {}, { as, mode });
  expect([head.status, head.bytes.length]).toEqual([status, 0]);
  expect((await foyer.call(getVenue, venue, { as, mode })).status).toBe(status);
});

const stageLinkOf = async (foyer: Foyer, as: Caller): Promise<string> =>
  new URL((await foyer.must(createStageLink, {}, { as })).url).searchParams.get('code') ?? '';

const openLink = (foyer: Foyer, code: string) =>
  foyer.fetch('/stage-link', {
    method: 'POST',
    headers: { origin: foyer.running.config.publicUrl },
    body: new URLSearchParams({ code }),
  });

const endings: Record<string, (foyer: Foyer, dana: TestUser) => Promise<unknown>> = {
  'is blocked': (foyer, { id }) =>
    foyer.must(setAccountBlocked, { params: { userId: id }, body: { blocked: true } }),
  'loses the role': (foyer, { id }) =>
    foyer.must(setAccountRoles, { params: { userId: id }, body: { roles: ['ROLE_HOST'] } }),
  'is deleted': (foyer, dana) =>
    foyer.must(deleteAccount, { body: { email: dana.email, currentPassword: testPassword } }, { as: dana }),
};
test.each(Object.keys(endings))(
  "ROLE-02n links and stage sessions of a designer end immediately when the designer's account %s",
  async (what) => {
    const foyer = await startPublished();
    const dana = await foyer.users.add({ roles: ['ROLE_DESIGNER'] });
    const [used, unused] = [await stageLinkOf(foyer, dana), await stageLinkOf(foyer, dana)];
    const cookie = (await openLink(foyer, used)).headers.get('set-cookie')?.split(';')[0] ?? '';
    const look = () => foyer.fetch('/stage/api/venue/version', { headers: { cookie } });
    expect([(await look()).status, (await look()).status]).toEqual([200, 200]);
    // The page exchanges its cookie for a token and opens a connection.
    const headers = { cookie, origin: foyer.running.config.publicUrl };
    const { idToken } = await foyer.must(refreshSession, {}, { as: 'anonymous', mode: 'STAGE', headers });
    const guest = { as: { token: idToken }, mode: 'STAGE' as const };
    expect((await foyer.call(getVenueVersion, {}, guest)).status).toBe(200);
    const tab = await connectTab(foyer, guest);
    await endings[what]?.(foyer, dana);
    expect((await look()).status).toBe(401);
    expect((await openLink(foyer, unused)).status).toBe(401);
    expect((await foyer.call(getVenueVersion, {}, guest)).status).toBe(401);
    expect((await foyer.call(checkVenueAccess, {}, guest)).status).toBe(401);
    expect(await tab.closed).toBe(closeCodes.sessionEnded);
    // Links of the administrator's key have no owner.
    const own = await foyer.openStage();
    expect((await foyer.fetch('/stage/api/venue/version', { headers: { cookie: own } })).status).toBe(200);
  },
);

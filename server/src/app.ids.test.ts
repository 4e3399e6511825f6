/** P20: all endpoints with ids in their parameters, called with own, foreign and mixed ids, in LIVE and STAGE. */
import {
  endSession,
  endpoints,
  getProfile,
  likeContent,
  listChatReports,
  listDevices,
  openChatRoom,
  uploadAsset,
  uploadProfilePicture,
  reportChatMessage,
  saveProfile,
  sendChatMessage,
  type Endpoint,
  type OperatingMode,
  type VenueInput,
} from '@foyer/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startFoyer, type Caller, type Foyer } from '#testing/foyer';
import type { TestUser } from '#testing/testUsers';
import { connectTab } from '#testing/tab';
import { exampleVenue, publishExample, saveExample } from '#testing/venues';

/** A published venue `nightfall`, a venue `backstage` that only designers may see, and two users, Ada and Bob. */
interface World {
  readonly foyer: Foyer;
  readonly ada: TestUser;
  readonly bob: TestUser;
  readonly bobsSession: string;
  /** A private room of Bob and another user. `report` is the report of one of his messages. */
  readonly bobsRoom: string;
  readonly report: string;
}

interface Case {
  readonly title: string;
  readonly as: (world: World) => Caller;
  readonly mode?: OperatingMode;
  readonly params?: (world: World) => Readonly<Record<string, string>>;
  readonly query?: (world: World) => Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
}

const ada = ({ ada: user }: World) => user;
const always = (as: Caller) => () => as;
const it = (
  title: string,
  as: Case['as'],
  status: number,
  more: Omit<Case, 'title' | 'as' | 'status'>,
): Case => ({ title, as, status, ...more });

const profileOf = (architectureId: string, userId: (world: World) => string): Pick<Case, 'params'> => ({
  params: (world) => ({ architectureId, userId: userId(world) }),
});
const own = (world: World) => world.ada.id;
const foreign = (world: World) => world.bob.id;

/** Cases for venue ids: published, staged only, and unknown. Only designers may see staged venues. */
const venueCases = (name: 'architectureId' | 'architectureID', known: number): readonly Case[] => {
  const id = (value: string): Pick<Case, 'params'> => ({ params: () => ({ [name]: value }) });
  return [
    it('the live venue', ada, known, id('nightfall')),
    it('a venue that is only staged', ada, 404, id('backstage')),
    it('no venue', ada, 404, id('nowhere')),
    it('the staged venue, on the stage', ada, 403, { mode: 'STAGE', ...id('backstage') }),
    it('the staged venue, by a designer', always('designer'), known, { mode: 'STAGE', ...id('backstage') }),
  ];
};

const assetCases = (venue: string, asset: string): readonly Case[] => {
  const ids = (venueId: string, assetId: string): Pick<Case, 'params'> => ({
    params: () => ({ [venue]: venueId, [asset]: assetId }),
  });
  return [
    it('of the live venue', ada, 200, ids('nightfall', 'logo')),
    it('that only a staged venue shows', ada, 404, ids('backstage', 'secret')),
    it('of a staged venue, under the live one', ada, 404, ids('nightfall', 'secret')),
    it('of the live venue, under another', ada, 404, ids('backstage', 'logo')),
    it('of a staged venue, by a designer in LIVE', always('designer'), 404, ids('backstage', 'secret')),
    it('of a staged venue, on the stage', ada, 403, { mode: 'STAGE', ...ids('backstage', 'secret') }),
    it('of a staged venue, by a stage link', always('stage'), 200, {
      mode: 'STAGE',
      ...ids('backstage', 'secret'),
    }),
  ];
};

const libraryCases = (body?: unknown): readonly Case[] => {
  const ids = (architectureID: string, widgetID = 'library'): Pick<Case, 'params' | 'body'> => ({
    params: () => ({ architectureID, widgetID }),
    ...(body === undefined ? {} : { body }),
  });
  return [
    it('of the live venue', ada, 200, ids('nightfall')),
    it('no library', ada, 404, ids('nightfall', 'none')),
    it('of a venue that is only staged', ada, 404, ids('backstage')),
    it('of a staged venue, by a designer in LIVE', always('designer'), 404, ids('backstage')),
    it('of a staged venue, on the stage', ada, 403, { mode: 'STAGE', ...ids('backstage') }),
    it('of a staged venue, by a stage link', always('stage'), 200, { mode: 'STAGE', ...ids('backstage') }),
  ];
};

const filmUri = 'https://vimeo.com/76979871';
const film = (architectureId: string): Pick<Case, 'body'> => ({
  body: { architectureId, areaId: 'lobby', widgetId: 'library', configId: 'always', videoUrl: filmUri },
});

const { body: likeOfNoBoard } = likeContent.example;
const likeCases: readonly Case[] = [
  it('a board that the venue does not have', ada, 404, { body: likeOfNoBoard }),
  it('on the stage', ada, 403, { mode: 'STAGE', body: likeOfNoBoard }),
];

const signed = (url: string): Pick<Case, 'query'> => ({ query: () => ({ url }) });
const onUser = (userId: (world: World) => string, body?: unknown) => ({
  params: (world: World) => ({ userId: userId(world) }),
  ...(body === undefined ? {} : { body }),
});
const mineAndOthers = (body?: unknown): readonly Case[] => [
  it('the own account', ada, 403, onUser(own, body)),
  it('a foreign account', ada, 403, onUser(foreign, body)),
  it('the own account, by a designer', always('designer'), 403, onUser(own, body)),
  it(
    'no account',
    always('administrator'),
    404,
    onUser(() => 'anonymous', body),
  ),
];
const inBobsRoom = (more: Readonly<Record<string, string>> = {}) => ({
  params: ({ bobsRoom }: World) => ({ roomId: bobsRoom, ...more }),
});
/** Cases for a private room: for users who are not members, including hosts, it does not exist. */
const roomCases = (
  more: Readonly<Record<string, string>>,
  rest: Pick<Case, 'query' | 'body'> = {},
): readonly Case[] => [
  it('a foreign room', ada, 404, { ...inBobsRoom(more), ...rest }),
  it('a foreign room, by a host', always('host'), 404, { ...inBobsRoom(more), ...rest }),
  it('a foreign room, on the stage', always('designer'), 404, {
    mode: 'STAGE',
    ...inBobsRoom(more),
    ...rest,
  }),
  it('no room', ada, 404, { params: () => ({ roomId: 'nowhere', ...more }), ...rest }),
];
const onReport = (body: unknown) => ({
  params: ({ report }: World) => ({ reportId: report }),
  body,
});
const byNumber = (...names: readonly string[]) => ({
  params: () => Object.fromEntries(names.map((name) => [name, '99'])),
});

const cases: Readonly<Record<string, readonly Case[]>> = {
  getVenue: venueCases('architectureId', 200).map(({ params, ...rest }) => ({
    ...rest,
    query: params,
  })) as readonly Case[],
  getMandatoryPages: venueCases('architectureID', 200),
  publishVenue: [
    it('the live venue', ada, 403, { params: () => ({ architectureID: 'nightfall' }), body: {} }),
    it('a staged venue', ada, 403, { params: () => ({ architectureID: 'backstage' }), body: {} }),
    it('no venue', always('designer'), 404, { params: () => ({ architectureID: 'nowhere' }), body: {} }),
  ],
  getVersion: [it('no version', always('designer'), 404, byNumber('version'))],
  getVersionWarnings: [it('no version', always('designer'), 404, byNumber('version'))],
  restoreVersion: [
    it('no version', always('designer'), 404, { ...byNumber('version'), body: { baseVersion: 1 } }),
  ],
  diffVersions: [it('no version', always('designer'), 404, byNumber('from', 'to'))],
  uploadAsset: [it('any', ada, 403, { params: () => ({ assetId: 'logo' }), body: new Uint8Array(8) })],
  getAsset: assetCases('architectureId', 'assetId'),
  downloadAsset: assetCases('architectureID', 'assetID'),
  accessVideo: [
    it('of the live venue', ada, 200, film('nightfall')),
    it('of no venue', ada, 404, film('nowhere')),
    it('of a venue that is only staged', ada, 404, film('backstage')),
    it('of a staged venue, by a designer in LIVE', always('designer'), 404, film('backstage')),
    it('of a staged venue, on the stage', ada, 403, { mode: 'STAGE', ...film('backstage') }),
    it('of a staged venue, by a stage link', always('stage'), 200, { mode: 'STAGE', ...film('backstage') }),
  ],
  // In the feature's tests: foreign content pieces, and those of the stage.
  likeContent: likeCases,
  unlikeContent: likeCases,
  // In the feature's tests: those of the caller and of others on a board that the venue has.
  listRecommendations: [
    it('a board that the venue does not have', ada, 404, {
      params: (world) => ({ mediaBoardId: 'posters', userId: own(world) }),
    }),
    it('those of another user, by an administrator', always('administrator'), 404, {
      params: (world) => ({ mediaBoardId: 'posters', userId: foreign(world) }),
    }),
    it('on the stage', ada, 403, {
      mode: 'STAGE',
      params: (world) => ({ mediaBoardId: 'posters', userId: own(world) }),
    }),
  ],
  listLikes: [
    it('the own ones', ada, 200, { query: (world) => ({ authorId: own(world) }) }),
    it('those of another user', ada, 400, { query: (world) => ({ authorId: foreign(world) }) }),
    it('those of another user, by an administrator', always('administrator'), 400, {
      query: (world) => ({ authorId: foreign(world) }),
    }),
    it('the own ones, on the stage', ada, 403, {
      mode: 'STAGE',
      query: (world) => ({ authorId: own(world) }),
    }),
  ],
  createArchiveLink: libraryCases({ locale: 'en' }),
  downloadArchive: libraryCases(),
  signAssetUrl: [
    it('of the live venue', ada, 200, signed('/backend-assets/live/nightfall/logo/1')),
    it('of a staged venue', ada, 404, signed('/backend-assets/live/backstage/secret/1')),
    it('of a staged venue, under the live one', ada, 404, signed('/backend-assets/live/nightfall/secret/1')),
    it('of the stage, in LIVE', ada, 404, signed('/backend-assets/preview/nightfall/logo/1')),
    it(
      'of the stage, in LIVE by a designer',
      always('designer'),
      404,
      signed('/backend-assets/preview/backstage/secret/1'),
    ),
    it('of the stage', ada, 403, { mode: 'STAGE', ...signed('/backend-assets/preview/backstage/secret/1') }),
    it('of the stage, by a designer', always('designer'), 200, {
      mode: 'STAGE',
      ...signed('/backend-assets/preview/backstage/secret/1'),
    }),
  ],
  endSession: [
    it('a foreign session', ada, 404, { params: ({ bobsSession }) => ({ sessionId: bobsSession }) }),
    it('a foreign session, by an administrator', always('administrator'), 404, {
      params: ({ bobsSession }) => ({ sessionId: bobsSession }),
    }),
    it('no session', ada, 404, { params: () => ({ sessionId: 'none' }) }),
  ],
  getProfile: [
    it('the own one', ada, 200, profileOf('nightfall', own)),
    it('a foreign one', ada, 200, profileOf('nightfall', foreign)),
    it(
      'of an unknown user',
      ada,
      404,
      profileOf('nightfall', () => 'anonymous'),
    ),
    it('the own one, in a venue that is only staged', ada, 404, profileOf('backstage', own)),
    it('a foreign one, in a venue that is only staged', ada, 404, profileOf('backstage', foreign)),
    it('the own one, on the stage', ada, 403, { mode: 'STAGE', ...profileOf('backstage', own) }),
  ],
  getProfilePicture: [
    it('a foreign one', ada, 200, profileOf('nightfall', foreign)),
    it('of a user without a picture', ada, 404, profileOf('nightfall', own)),
    it('a foreign one, in a venue that is only staged', ada, 404, profileOf('backstage', foreign)),
    it(
      'of an unknown user',
      ada,
      404,
      profileOf('nightfall', () => 'anonymous'),
    ),
  ],
  saveProfile: [
    it('in the live venue', ada, 200, {
      params: () => ({ architectureId: 'nightfall' }),
      body: { attributes: { company: 'Loom' } },
    }),
    it('in a venue that is only staged', ada, 404, {
      params: () => ({ architectureId: 'backstage' }),
      body: { attributes: { company: 'Loom' } },
    }),
    it('with the id of another user in the body', ada, 400, {
      params: () => ({ architectureId: 'nightfall' }),
      body: { userId: 'other-user', attributes: {} },
    }),
    it('with roles in the body', ada, 400, {
      params: () => ({ architectureId: 'nightfall' }),
      body: { roles: ['ROLE_ADMIN'], attributes: {} },
    }),
  ],
  setAccountRoles: mineAndOthers({ roles: ['ROLE_ADMIN'] }),
  setAccountBlocked: mineAndOthers({ blocked: true }),
  resetAccountPassword: mineAndOthers(),
  uploadChatFile: roomCases(
    { clientId: 'c-foreign' },
    { query: () => ({ name: 'a.txt' }), body: new Uint8Array(8) },
  ),
  deleteChatUpload: roomCases({ clientId: 'c-foreign' }),
  createChatUploadUrls: roomCases({ seq: '1' }),
  createHeldPostUploadUrls: roomCases({ id: 'nothing' }),
  exportChatRoom: roomCases({}),
  closeChatReport: [
    it('by an attendee', ada, 403, onReport({ outcome: 'kept' })),
    it('of LIVE, on the stage', always('administrator'), 404, {
      mode: 'STAGE',
      ...onReport({ outcome: 'kept' }),
    }),
    it('no report', always('host'), 404, {
      params: () => ({ reportId: 'nothing' }),
      body: { outcome: 'kept' },
    }),
  ],
};

/** Endpoints with ids of venues and their parts, or of users, outside of their path. */
const idsOutsideOfPath = [
  'getVenue',
  'signAssetUrl',
  'accessVideo',
  'likeContent',
  'unlikeContent',
  'listLikes',
];
const hasNoIds = (endpoint: Endpoint): boolean =>
  endpoint.params === undefined && !idsOutsideOfPath.includes(endpoint.name);

const all: readonly Endpoint[] = endpoints;

test('P20e every endpoint with ids in its parameters has cases', () => {
  const naming = all.filter((endpoint) => !hasNoIds(endpoint)).map(({ name }) => name);
  expect(Object.keys(cases).toSorted()).toEqual(naming.toSorted());
});

/** The example venue with this id, whose logo and whose media library have this asset. The library also has a film. */
function venueWithLibrary(id: string, assetId: string): VenueInput {
  const venue = exampleVenue();
  const [architecture] = venue.architectures;
  const [area] = architecture?.areas ?? [];
  if (architecture === undefined || area === undefined) throw new Error('The example venue has no area');
  const media = [
    { id: 'file', names: [], assets: [{ locale: 'en' as const, assetId }] },
    { id: 'film', names: [], uris: [{ locale: 'en' as const, uri: filmUri }] },
  ];
  area.contentWidgets = [
    {
      id: 'library',
      type: 'MediaLibraryWidget',
      name: 'Library',
      configurations: [{ id: 'always', name: 'Always', folders: [{ id: 'all', names: [], media }] }],
    },
  ];
  return {
    architectures: [{ ...architecture, id, style: { logoAssetId: assetId } }],
    assets: [{ id: assetId, displayName: `${assetId}.png` }],
  };
}

async function makeWorld(): Promise<World> {
  const foyer = await startFoyer({ login: { providers: [{ type: 'password' }] } });
  await publishExample(foyer, venueWithLibrary('nightfall', 'logo'));
  const png = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#f70041' } })
    .png()
    .toBuffer();
  const body = new Uint8Array(png);
  const headers = { 'content-type': 'image/png' };
  await foyer.must(uploadAsset, { params: { assetId: 'secret' }, query: {}, body }, { headers });
  await saveExample(foyer, venueWithLibrary('backstage', 'secret'));
  const [first, bob] = [await foyer.account({ name: 'Ada' }), await foyer.account({ name: 'Bob' })];
  await foyer.must(uploadProfilePicture, { body }, { as: bob, headers });
  await foyer.must(
    saveProfile,
    {
      params: { architectureId: 'nightfall' },
      body: { attributes: { privateInformation: 'what Bob keeps to himself' } },
    },
    { as: bob },
  );
  const [device] = (await foyer.must(listDevices, {}, { as: bob })).devices;
  return {
    foyer,
    ada: first,
    bob,
    bobsSession: device?.sessionId ?? '',
    ...(await createPrivateRoom(foyer, bob)),
  };
}

async function createPrivateRoom(foyer: Foyer, bob: TestUser): Promise<Pick<World, 'bobsRoom' | 'report'>> {
  const [his, theirs] = [await connectTab(foyer, { as: bob }), await connectTab(foyer, { as: 'attendee' })];
  const other = await foyer.users.of('attendee');
  const { room } = await his.must(openChatRoom, { with: other.id });
  const text = 'what Bob keeps to himself';
  await his.must(sendChatMessage, { roomId: room.id, clientId: 'c-of-bob', text });
  await theirs.must(reportChatMessage, { roomId: room.id, seq: 1, reason: 'Secrets' });
  const { reports } = await foyer.must(listChatReports, { query: { state: 'open' } }, { as: 'host' });
  return { bobsRoom: room.id, report: reports[0]?.id ?? '' };
}

test('P20f foreign ids, mixed ids and ids of other venues are rejected, with 404 if the caller may not know that they exist', async () => {
  const world = await makeWorld();
  const found: string[] = [];
  const expected: string[] = [];
  for (const endpoint of all) {
    for (const { title, as, mode = 'LIVE', params, query, body, status } of cases[endpoint.name] ?? []) {
      const input = {
        ...(params === undefined ? {} : { params: params(world) }),
        ...(query === undefined ? {} : { query: query(world) }),
        ...(body === undefined ? {} : { body }),
      };
      const response = await world.foyer.call(endpoint, input, { as: as(world), mode });
      found.push(`${endpoint.name}, ${title}: ${response.status}`);
      expected.push(`${endpoint.name}, ${title}: ${status}`);
      // No response to another user contains Bob's private data.
      expect(Buffer.from(response.bytes).toString(), `${endpoint.name}, ${title}`).not.toContain(
        'keeps to himself',
      );
    }
  }
  expect(found).toEqual(expected);
  const { foyer, bob, bobsSession } = world;
  const [device] = (await foyer.must(listDevices, {}, { as: bob })).devices;
  expect(device?.sessionId).toBe(bobsSession);
  const params = { architectureId: 'nightfall', userId: bob.id };
  const { data } = await foyer.must(getProfile, { params }, { as: bob });
  expect(data.attributes).toMatchObject({ privateInformation: 'what Bob keeps to himself' });
  expect((await foyer.call(endSession, { params: { sessionId: bobsSession } }, { as: bob })).status).toBe(
    204,
  );
});

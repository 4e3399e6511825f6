import {
  createZoomSignature,
  getVenue,
  setAccountRoles,
  type BodyOf,
  type OperatingMode,
  type VenueInput,
} from '@foyer/contract';
import { jwtVerify } from 'jose';
import { zoomEnv } from '@foyer/standins/zoomAccount';
import { expect, test } from 'vitest';
import { passwordLogin, startFoyer, testStart, type Caller, type Foyer } from '#testing/foyer';
import { exampleVenue, publishExample, publishNewest, saveExample } from '#testing/venues';
import { startWithZoom } from './testing/zoomPackage.ts';

const minuteMs = 60_000;
const at = (milliseconds: number) => new Date(milliseconds).toISOString();

const opensAt = testStart + 10 * minuteMs;
const closesAt = testStart + 20 * minuteMs;

/** `desk` and `later` have meetings, `film` has none; `lounge` is another area. */
function venueWithZoom(): VenueInput {
  const venue = exampleVenue();
  const [architecture] = venue.architectures;
  const [lobby] = architecture?.areas ?? [];
  if (!architecture || !lobby) throw new Error('The example venue has no area');
  const zoom = { type: 'ZoomWidget' as const, name: 'Help desk' };
  const meeting = { name: 'Desk', meetingNumber: '812 3456 7890', passcode: 'open-sesame' };
  lobby.contentWidgets = [
    {
      ...zoom,
      id: 'desk',
      configurations: [{ ...meeting, id: 'always', meetingUrl: 'https://zoom.us/j/1' }],
    },
    {
      ...zoom,
      id: 'later',
      configurations: [
        { ...meeting, id: 'session', begin: at(opensAt), end: at(closesAt) },
        { ...meeting, id: 'between', meetingNumber: '912345678', passcode: undefined },
        { ...meeting, id: 'hidden' },
      ],
    },
    { ...zoom, id: 'tab', configurations: [{ ...meeting, id: 'always', displayMode: 'NEW_TAB' }] },
    { ...zoom, id: 'numberless', configurations: [{ id: 'always', name: 'A link only' }] },
    {
      id: 'film',
      type: 'IframePopupWidget',
      name: 'Film',
      configurations: [{ id: 'always', name: 'Film', uris: [{ locale: 'en', uri: 'https://example.org/' }] }],
    },
  ];
  architecture.areas.push({ ...lobby, id: 'lounge', contentWidgets: [] });
  return venue;
}

async function startWithMeeting(options: Parameters<typeof startWithZoom>[0] = {}): Promise<Foyer> {
  const foyer = await startWithZoom(options);
  await publishExample(foyer, venueWithZoom());
  return foyer;
}

type Place = BodyOf<typeof createZoomSignature>;
const desk: Place = { areaId: 'lobby', widgetId: 'desk', configId: 'always' };

const request = (foyer: Foyer, body: Place, as: Caller, mode: OperatingMode = 'LIVE') =>
  foyer.call(createZoomSignature, { body }, { as, mode });
const claimsOf = async (foyer: Foyer, signature: string) =>
  jwtVerify(signature, new TextEncoder().encode(zoomEnv.ZOOM_SDK_SECRET), {
    algorithms: ['HS256'],
    currentDate: new Date(foyer.now),
  });

test.each<[as: 'guest' | 'attendee' | 'designer' | 'host' | 'administrator', role: 0 | 1]>([
  ['guest', 0],
  ['attendee', 0],
  ['designer', 0],
  ['host', 1],
  ['administrator', 1],
])(
  'CALL-28a a signature for a meeting is valid for two hours; for the caller %s its role is %i',
  async (as, role) => {
    const foyer = await startWithMeeting();
    const { status, body } = await request(foyer, desk, as);
    const exp = testStart / 1_000 + 7_200;
    const meetingNumber = '81234567890';
    expect([status, body]).toEqual([
      200,
      {
        signature: expect.any(String) as string,
        sdkKey: zoomEnv.ZOOM_SDK_KEY,
        meetingNumber,
        passcode: 'open-sesame',
        role,
        expiresAt: exp * 1_000,
      },
    ]);
    const { payload, protectedHeader } = await claimsOf(foyer, body.signature);
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(payload).toEqual({
      appKey: zoomEnv.ZOOM_SDK_KEY,
      sdkKey: zoomEnv.ZOOM_SDK_KEY,
      mn: meetingNumber,
      role,
      iat: testStart / 1_000,
      exp,
      tokenExp: exp,
    });
  },
);

test('CALL-28b a meeting is joined from its begin until before its end, by the clock of the server', async () => {
  const foyer = await startWithMeeting();
  const statusOf = async (configId: string) =>
    (await request(foyer, { areaId: 'lobby', widgetId: 'later', configId }, 'guest')).status;
  const statuses: Record<string, number[]> = {};
  for (const [moment, time] of Object.entries({
    'before the begin': opensAt - 1,
    'at the begin': opensAt,
    'before the end': closesAt - 1,
    'at the end': closesAt,
  })) {
    foyer.shiftClock(time - foyer.now);
    // The next configuration is active while the first one is not, and hides the last one.
    statuses[moment] = [await statusOf('session'), await statusOf('between'), await statusOf('hidden')];
  }
  expect(statuses).toEqual({
    'before the begin': [404, 200, 404],
    'at the begin': [200, 404, 404],
    'before the end': [200, 404, 404],
    'at the end': [404, 200, 404],
  });
});

test('CALL-28c without a configured passcode the response has none', async () => {
  const foyer = await startWithMeeting();
  const { body } = await request(foyer, { areaId: 'lobby', widgetId: 'later', configId: 'between' }, 'guest');
  expect(body).toMatchObject({ meetingNumber: '912345678' });
  expect(body).not.toHaveProperty('passcode');
});

test.each<[what: string, place: Partial<Place>, message: string]>([
  ['an area that does not exist', { areaId: 'nowhere' }, 'The venue has no area nowhere.'],
  ['a widget of another area', { areaId: 'lounge' }, 'The area lounge has no Zoom meeting desk.'],
  ['a widget that does not exist', { widgetId: 'none' }, 'The area lobby has no Zoom meeting none.'],
  ['a widget of another type', { widgetId: 'film' }, 'The area lobby has no Zoom meeting film.'],
  [
    'a configuration of another widget',
    { configId: 'session' },
    'The Zoom meeting desk has no configuration session.',
  ],
  [
    'a configuration that is not active',
    { widgetId: 'later', configId: 'session' },
    'The configuration session of the Zoom meeting later is not active now.',
  ],
  [
    'a meeting in a tab',
    { widgetId: 'tab' },
    'The Zoom meeting tab opens in a tab, which needs no signature.',
  ],
  [
    'a meeting without a number',
    { widgetId: 'numberless' },
    'The Zoom meeting numberless opens in a tab, which needs no signature.',
  ],
])('CALL-28d there is no signature for %s', async (_what, place, message) => {
  const foyer = await startWithMeeting();
  const { status, error } = await request(foyer, { ...desk, ...place }, 'host');
  expect([status, error?.code, error?.errMsg]).toEqual([404, 'notFound', message]);
});

test('CALL-28e there is no signature without a published venue', async () => {
  const foyer = await startWithZoom();
  await saveExample(foyer, venueWithZoom());
  expect((await request(foyer, desk, 'attendee')).status).toBe(404);
});

test('CALL-28f without a key or without the SDK there is no signature', async () => {
  const servers = {
    'no key': await startWithMeeting({ env: { ZOOM_SDK_KEY: '', ZOOM_SDK_SECRET: '' } }),
    'no SDK': await startFoyer({ env: zoomEnv }),
  };
  await publishExample(servers['no SDK'], venueWithZoom());
  for (const [what, foyer] of Object.entries(servers)) {
    const { status, error } = await request(foyer, desk, 'host');
    expect([what, status, error?.errMsg]).toEqual([
      what,
      404,
      'This server has no Zoom SDK: Zoom meetings open in a tab.',
    ]);
  }
  const warnings = servers['no SDK'].logged.map(({ msg }) => msg);
  expect(warnings).toContain('the Zoom SDK is not installed: Zoom meetings open in a tab');
});

test('CALL-28g the stage signs for the meetings that are saved, the live venue for those that are published', async () => {
  const foyer = await startWithMeeting();
  const changed = venueWithZoom();
  const [widget] = changed.architectures[0]?.areas[0]?.contentWidgets ?? [];
  if (widget?.type === 'ZoomWidget' && widget.configurations[0])
    widget.configurations[0].meetingNumber = '99999999999';
  await saveExample(foyer, changed, 1);
  const numberFor = async (mode: OperatingMode) =>
    (await request(foyer, desk, 'administrator', mode)).body.meetingNumber;
  expect([await numberFor('LIVE'), await numberFor('STAGE')]).toEqual(['81234567890', '99999999999']);
  expect((await request(foyer, desk, 'attendee', 'STAGE')).status).toBe(403);
  await publishNewest(foyer, 'nightfall');
  expect(await numberFor('LIVE')).toBe('99999999999');
});

test('CALL-28h after a host loses the role, the next signature is that of an attendee', async () => {
  const foyer = await startWithMeeting({ login: passwordLogin });
  const ada = await foyer.account();
  const roleAfter = async (roles: ('ROLE_HOST' | 'ROLE_ATTENDEE')[]) => {
    await foyer.must(setAccountRoles, { params: { userId: ada.id }, body: { roles } });
    return (await request(foyer, desk, await foyer.users.signIn(ada.email))).body.role;
  };
  expect([await roleAfter(['ROLE_HOST']), await roleAfter([])]).toEqual([1, 0]);
});

test('CALL-28i a rate limit applies to signatures', async () => {
  const foyer = await startWithMeeting();
  const statusOf = async (as: Caller) => (await request(foyer, desk, as)).status;
  for (let count = 0; count < 20; count += 1) expect(await statusOf('attendee')).toBe(200);
  const { status, headers } = await request(foyer, desk, 'attendee');
  expect([status, headers.get('retry-after')]).toEqual([429, '10']);
  expect(await statusOf('host')).toBe(200);
  foyer.advance(10_000);
  expect(await statusOf('attendee')).toBe(200);
});

test.each<[mode: OperatingMode, as: 'guest' | 'attendee' | 'host' | 'administrator']>([
  ['LIVE', 'guest'],
  ['LIVE', 'attendee'],
  ['LIVE', 'host'],
  ['STAGE', 'administrator'],
])('MEET-06m in mode %s the passcode is not in the venue that is sent to: %s', async (mode, as) => {
  const foyer = await startWithMeeting();
  const query = { architectureId: 'nightfall' };
  for (const _ of ['the first time', 'from the prepared responses']) {
    const { status, bytes } = await foyer.call(getVenue, { query }, { as, mode });
    const text = new TextDecoder().decode(bytes);
    expect([status, text.includes('812 3456 7890'), text.includes('open-sesame')]).toEqual([
      200,
      true,
      false,
    ]);
  }
});

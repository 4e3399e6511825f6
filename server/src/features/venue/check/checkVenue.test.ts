import { describe, expect, test } from 'vitest';
import { defaultWidgetSettings, getVenue, type VenueError } from '@foyer/contract';
import { checkSaveText, checkVenueText, addMissingAssetErrors } from './checkVenue.ts';
import { withChanges, smallVenue, type Change } from '../testing/smallVenue.ts';

const first = 'architectures[0]';
const lobby = `${first}.areas[0]`;
const poster = `${lobby}.contentWidgets[0]`;

const checkText = (text: string) => checkVenueText(text, defaultWidgetSettings);
const checkSave = (text: string) => checkSaveText(text, defaultWidgetSettings);
const check = (venue: unknown) => checkText(JSON.stringify(venue));
function errorsOf(text: string): readonly VenueError[] {
  const checked = checkText(text);
  return checked.ok ? [] : checked.errors.errors;
}
const errorsWith = (...changes: readonly Change[]) =>
  errorsOf(JSON.stringify(withChanges(smallVenue(), ...changes)));

test('ENTITY-02a a venue without errors is accepted and its defaults are filled in', () => {
  const checked = check(smallVenue());
  expect(checked).toMatchObject({ ok: true, warnings: [], assets: [{ assetId: 'picture' }] });
  expect(checked.ok && checked.venue.architectures[0]?.areas[1]?.contentWidgets).toEqual([]);
});

describe('ENTITY-02b a wrong value is rejected with its path and a readable reason', () => {
  const cases: readonly (readonly [path: string, value: unknown, error: string, reason: RegExp])[] = [
    [`${first}.id`, undefined, `${first}.id`, /is missing/],
    [`${first}.id`, 'a b', `${first}.id`, /is not an id/],
    [`${first}.areas`, 'none', `${first}.areas`, /must be a list, not "none"/],
    [
      `${lobby}.names[0].locale`,
      'xx',
      `${lobby}.names[0].locale`,
      /"xx" is not one of en, de.* \(area "lobby"\)/,
    ],
    [`${lobby}.names[0].text`, 7, `${lobby}.names[0].text`, /must be a text, not 7/],
    [`${lobby}.names[0].text`, 'x'.repeat(501), `${lobby}.names[0].text`, /is longer than 500 characters/],
    [`${lobby}.viewMode`, 'VIEW_3D', `${lobby}.viewMode`, /"VIEW_3D" is not one of VIEW_2D, VIEW_360D/],
    [`${lobby}.colour`, 'red', `${lobby}.colour`, /is not a known field/],
    [`${lobby}.viewPoints[0].background`, 3, `${lobby}.viewPoints[0].background`, /must be an object, not 3/],
    [`${first}.style`, { primaryColor: 'red;}body{' }, `${first}.style.primaryColor`, /is not a colour/],
    [
      `${poster}.placements[0].position.x`,
      2,
      `${poster}.placements[0].position.x`,
      /2 is more than 1 \(widget "poster"/,
    ],
    [
      `${poster}.placements[0].position.kind`,
      '3D',
      `${poster}.placements[0].position.kind`,
      /unknown kind "3D", must be "2D" or "360"/,
    ],
    [
      `${poster}.configurations[0].begin`,
      'soon',
      `${poster}.configurations[0].begin`,
      /"soon" is not a timestamp/,
    ],
    ['assets', 3, 'assets', /must be a list, not 3/],
    ['publishInfo', { publishedVersion: 'x' }, 'publishInfo.publishedVersion', /must be a number/],
  ];
  for (const [path, value, error, reason] of cases)
    test(`${path} = ${JSON.stringify(value)?.slice(0, 40)}`, () => {
      expect(errorsWith([path, value])).toContainEqual({
        path: error,
        reason: expect.stringMatching(reason),
      });
    });
});

test('default area, default viewpoint and floorplan are optional', () => {
  const bare = withChanges(
    smallVenue(),
    [`${first}.defaultAreaId`, undefined],
    [`${lobby}.defaultViewpointId`, undefined],
    [`${first}.floorplan`, undefined],
  );
  expect(check(bare).ok).toBe(true);
});

test('VERSION-06a two architectures, or none, are rejected', () => {
  const two = {
    ...smallVenue(),
    architectures: [...smallVenue().architectures, ...smallVenue('other').architectures],
  };
  for (const venue of [two, { ...smallVenue(), architectures: [] }])
    expect(check(venue)).toMatchObject({
      ok: false,
      errors: { errors: [{ path: 'architectures', reason: 'a venue has exactly one architecture' }] },
    });
});

describe('ENTITY-02c widget types', () => {
  test('an unknown type is reported', () => {
    expect(errorsWith([`${poster}.type`, 'TeleportWidget'])).toContainEqual({
      path: `${poster}.type`,
      reason: 'unknown widget type "TeleportWidget" (widget "poster" of area "lobby")',
    });
  });
  test('the name of a property of Object.prototype is an unknown type', () => {
    for (const type of ['toString', 'hasOwnProperty', 'valueOf'])
      expect(
        errorsWith([`${poster}.type`, type]).some(({ reason }) =>
          reason.includes(`unknown widget type "${type}"`),
        ),
      ).toBe(true);
  });
  test('a known type whose widget is not built yet is reported as such', () => {
    const whiteboard = { id: 'board', type: 'WhiteboardWidget', name: 'Board', configurations: [] };
    expect(
      errorsWith([poster, whiteboard], [`${first}.globalWidgets[0].type`, 'GlobalSearchWidget']),
    ).toEqual([
      expect.objectContaining({
        path: `${first}.globalWidgets[0].type`,
        reason: expect.stringContaining('does not support it yet'),
      }),
      expect.objectContaining({
        path: `${poster}.type`,
        reason: expect.stringMatching(
          /^WhiteboardWidget is a known type, but .*yet \(widget "board" of area "lobby"\)$/,
        ),
      }),
    ]);
  });
});

describe('ENTITY-02d a dangling reference is rejected', () => {
  const door = `${lobby}.viewPoints[0].doors[0]`;
  const cases: readonly (readonly [path: string, value: unknown, reason: RegExp])[] = [
    [`${first}.defaultAreaId`, 'cellar', /there is no area "cellar"/],
    [`${lobby}.defaultViewpointId`, 'roof', /there is no viewpoint "roof"/],
    [
      `${door}.targetAreaId`,
      'cellar',
      /there is no area "cellar" \(door "to-hall" of viewpoint "door-side" of area "lobby"\)/,
    ],
    [`${door}.targetViewpointId`, 'door-side', /there is no viewpoint "door-side" in that area/],
    [`${poster}.placements[0].viewpointId`, 'middle', /there is no viewpoint "middle"/],
    [`${first}.floorplan.areaPositions[0].areaId`, 'cellar', /there is no area "cellar"/],
    [`${first}.floorplan.assetId`, 'map', /there is no asset "map"/],
    [`${lobby}.viewPoints[0].background.assetId`, 'wall', /there is no asset "wall"/],
    [`${first}.areas[1].viewPoints[0].background.posterAssetId`, 'still', /there is no asset "still"/],
    [
      `${poster}.configurations[0].assets[0].assetId`,
      'gone',
      /there is no asset "gone" in "assets" \(configuration "day-one" of widget "poster"/,
    ],
    [`${poster}.configurations[0].cookieProviders[0]`, 'nobody', /there is no cookie provider "nobody"/],
    [`${first}.areas[1].viewPoints[0].background.videoUrl`, 'asset:loop', /there is no asset "loop"/],
  ];
  for (const [path, value, reason] of cases)
    test(`${path} = ${String(value)}`, () => {
      expect(errorsWith([path, value])).toEqual([{ path, reason: expect.stringMatching(reason) }]);
    });

  test('a text or URL that resembles a reference is none', () => {
    const frame = {
      id: 'frame',
      type: 'IframePopupWidget',
      name: 'Frame',
      configurations: [
        {
          id: 'c',
          name: 'asset:gone',
          uris: [{ locale: 'en', uri: 'https://www.example.org' }],
          allow: ['camera'],
        },
      ],
    };
    expect(errorsWith([poster, frame])).toEqual([]);
  });

  test('references of logos and icons are checked', () => {
    const errors = errorsWith(
      [`${first}.style`, { logoAssetId: 'a' }],
      [`${first}.icons`, [{ type: 'door', assetId: 'b' }]],
      [`${first}.loginPageLogo`, [{ locale: 'en', assetId: 'c' }]],
    );
    expect(errors.map(({ path }) => path)).toEqual([
      `${first}.style.logoAssetId`,
      `${first}.icons[0].assetId`,
      `${first}.loginPageLogo[0].assetId`,
    ]);
  });
});

test.each(['tracking', 'essential'])('CONSENT-11a a cookie provider cannot have the id %s', (id) => {
  expect(errorsWith([`${first}.cookieProviders[0].id`, id])).toContainEqual({
    path: `${first}.cookieProviders[0].id`,
    reason: `"${id}" is reserved: choose another id for this provider`,
  });
});

test.each(['', '   ', '\u{A0}\t'])(
  'CONSENT-02n a cookie provider, and each of its attributes, has a name: not %j',
  (name) => {
    const provider = `${first}.cookieProviders[0]`;
    const attribute = { key: name, value: [] };
    expect(
      errorsWith(
        [`${provider}.name`, name],
        [`${provider}.attributes`, [{ key: 'Company', value: [] }, attribute]],
      ),
    ).toEqual([
      {
        path: `${provider}.name`,
        reason: `${JSON.stringify(name)} is blank: attendees could not tell whom they allow`,
      },
      {
        path: `${provider}.attributes[1].key`,
        reason: `${JSON.stringify(name)} is blank: the cookie banner shows it beside the value`,
      },
    ]);
  },
);

test('CONSENT-02o a page opens a venue that was saved with a blank name or another page as a background video', () => {
  const saved = withChanges(
    smallVenue(),
    [`${first}.cookieProviders[0].name`, ''],
    [`${first}.areas[1].viewPoints[0].background.videoUrl`, 'https://www.youtube.com/watch?v=1'],
  );
  expect(getVenue.response.safeParse(saved).success).toBe(true);
});

/** What the manifests of these widgets refuse. */
const refused = [
  [
    'MiroWidget',
    { uris: [{ locale: 'en', uri: 'https://example.org/board' }] },
    'uris[0].uri',
    'on miro.com',
  ],
  ['VimeoWidget', { uris: [{ locale: 'en', uri: 'https://example.org/1' }] }, 'uris[0].uri', 'on Vimeo'],
  ['TeamsWidget', { meetingUrl: 'https://example.org/1' }, 'meetingUrl', 'address of Microsoft Teams'],
  ['MentimeterQrCodeWidget', { uris: [], votingCode: '' }, 'votingCode', 'blank: set the code'],
  ['ZoomWidget', { meetingNumber: '1' }, 'meetingNumber', 'not a number of a Zoom meeting'],
] as const;
const withRefused: Change = [
  `${lobby}.contentWidgets`,
  refused.map(([type, fields]) => ({
    id: type,
    type,
    name: type,
    configurations: [{ id: 'always', name: 'Always', ...fields }],
  })),
];

test('ENTITY-02u what the manifest of a widget refuses is an error at its field, beside the errors of the schema', () => {
  expect(errorsWith(withRefused, [`${lobby}.viewMode`, 'VIEW_3D'])).toEqual([
    { path: `${lobby}.viewMode`, reason: expect.any(String) },
    ...refused.map(([type, , field, reason], index) => ({
      path: `${lobby}.contentWidgets[${index}].configurations[0].${field}`,
      reason: expect.stringMatching(
        new RegExp(`^is .*${reason}.* \\(configuration "always" of widget "${type}" of area "lobby"\\)$`),
      ),
    })),
  ]);
});

test('ENTITY-02v a page opens a venue that was saved before the manifests of its widgets refused it', () => {
  expect(getVenue.response.safeParse(withChanges(smallVenue(), withRefused)).success).toBe(true);
});

test('ENTITY-02t an invalid begin or end is one error: only timestamps are compared', () => {
  const configuration = `${poster}.configurations[0]`;
  const changes: readonly Change[] = [
    [`${configuration}.begin`, '2030-01-01 10:00'],
    [`${configuration}.end`, '1 January 2020'],
  ];
  for (const [path, value] of changes)
    expect(errorsWith([path, value])).toEqual([
      { path, reason: expect.stringContaining('is not a timestamp with a UTC offset') },
    ]);
});

test('CONSENT-14a the providers of a background video exist', () => {
  const path = `${first}.areas[1].viewPoints[0].background.cookieProviders`;
  expect(errorsWith([path, ['nobody']])).toEqual([
    { path: `${path}[0]`, reason: expect.stringContaining('there is no cookie provider "nobody"') },
  ]);
});

describe('ENTITY-02e a duplicate id is rejected', () => {
  const twice = (path: string) => {
    const venue = smallVenue();
    const list = path
      .split(/[.[\]]+/)
      .filter((step) => step !== '')
      .reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], venue) as unknown[];
    list.push(structuredClone(list[0]));
    return errorsOf(JSON.stringify(venue));
  };
  for (const list of [
    'assets',
    `${first}.areas`,
    `${first}.globalWidgets`,
    `${first}.cookieProviders`,
    `${lobby}.viewPoints`,
    `${lobby}.viewPoints[0].doors`,
    `${lobby}.contentWidgets`,
    `${poster}.configurations`,
  ])
    test(list, () => {
      const errors = twice(list);
      expect(errors).toHaveLength(1);
      expect(errors[0]?.path).toMatch(/\[[12]\]\.id$/);
      expect(errors[0]?.reason).toMatch(/is used twice, first at index 0/);
    });

  test('an area that is twice on the floorplan', () => {
    expect(twice(`${first}.floorplan.areaPositions`)).toEqual([
      {
        path: `${first}.floorplan.areaPositions[1].areaId`,
        reason: '"lobby" is used twice, first at index 0',
      },
    ]);
  });
  test('an attribute of profiles whose key is used twice', () => {
    const attribute = { key: 'company', labels: [{ locale: 'en', text: 'Company' }] };
    expect(errorsWith([`${first}.userProfileAttributes`, [attribute, attribute]])).toContainEqual({
      path: `${first}.userProfileAttributes[1].key`,
      reason: '"company" is used twice, first at index 0',
    });
  });
  test('an asset that is listed twice is looked up once, one without an id never', () => {
    const asset = { id: 'picture', displayName: 'a', alts: [] };
    expect(check({ ...smallVenue(), assets: [asset, asset, { ...asset, id: undefined }] }).assets).toEqual([
      { assetId: 'picture', path: ['assets', 0, 'id'] },
    ]);
  });
});

describe('ENTITY-02f inconsistent values are rejected', () => {
  const cases: readonly (readonly [path: string, value: unknown, error: string, reason: RegExp])[] = [
    [
      `${lobby}.viewMode`,
      'VIEW_360D',
      `${poster}.placements[0].position.kind`,
      /"2D" does not fit VIEW_360D, must be "360"/,
    ],
    [
      `${lobby}.viewMode`,
      'VIEW_360D',
      `${lobby}.viewPoints[0].doors[0].position.kind`,
      /"2D" does not fit VIEW_360D/,
    ],
    [
      `${first}.areas[1].viewMode`,
      'VIEW_2D',
      `${first}.areas[1].viewPoints[0].doors[0].position.kind`,
      /"360" does not fit VIEW_2D, must be "2D"/,
    ],
    [
      `${lobby}.viewPoints[0].doors[0].opening`,
      { position: { kind: '360', yaw: 1, pitch: 0 }, size: { width: 0.1, height: 0.1 } },
      `${lobby}.viewPoints[0].doors[0].opening.position.kind`,
      /"360" does not fit VIEW_2D/,
    ],
    [
      `${poster}.configurations[0].end`,
      '2026-11-20T08:00:00Z',
      `${poster}.configurations[0].end`,
      /is not after the begin/,
    ],
    [
      `${poster}.configurations[0].end`,
      '2026-11-20T09:30:00+02:00',
      `${poster}.configurations[0].end`,
      /is not after the begin/,
    ],
    [`${first}.areas`, [], `${first}.areas`, /a venue has at least one area/],
    [
      `${first}.areas[1].viewPoints`,
      [],
      `${first}.areas[1].viewPoints`,
      /an area has at least one viewpoint \(area "hall"\)/,
    ],
  ];
  for (const [path, value, error, reason] of cases)
    test(`${path} = ${JSON.stringify(value)}`, () => {
      expect(errorsWith([path, value])).toContainEqual({
        path: error,
        reason: expect.stringMatching(reason),
      });
    });
});

const notOneFilm = 'a background needs the address of one film';
const film = 'use the address of the film, such as https://vimeo.com/76979871';
const notOnVimeo = `is not an address of a film on Vimeo that Foyer can play: ${film}`;
const fileOnVimeo = `is a file that Vimeo sends from another server, which the page does not allow: ${film}`;
const onYouTube =
  'is on YouTube, which cannot be a background: use a film on Vimeo, an MP4 or WebM file, or an HLS playlist';

test.each([
  ['https://vimeo.com/event/1234', `is an event on Vimeo; ${notOneFilm}`],
  ['https://vimeo.com/showcase/9012/video/77', `is a showcase on Vimeo; ${notOneFilm}`],
  ['https://vimeo.com/', notOnVimeo],
  ['https://vimeo.com/channels/staffpicks', notOnVimeo],
  ['https://www.vimeo.com/user1234', notOnVimeo],
  ['https://player.vimeo.com/video/abc', notOnVimeo],
  ['https://player.vimeo.com/external/76979871.hd.mp4?s=1', fileOnVimeo],
  ['https://player.vimeo.com/progressive_redirect/playback/7/file.mp4', fileOnVimeo],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', onYouTube],
  ['https://youtu.be/dQw4w9WgXcQ', onYouTube],
  ['https://music.youtube.com/', onYouTube],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', onYouTube],
])('AREA-03h %s is refused as a background, because it is not one film', (videoUrl, reason) => {
  const path = `${first}.areas[1].viewPoints[0].background.videoUrl`;
  expect(errorsWith([path, videoUrl])).toEqual([
    { path, reason: `"${videoUrl}" ${reason} (viewpoint "middle" of area "hall")` },
  ]);
});

test.each([
  'https://vimeo.com/76979871',
  'https://player.vimeo.com/video/76979871?h=8272103f6e',
  'https://vimeo.com.example/user1234',
  'https://notyoutube.com/watch',
])('AREA-03x %s is accepted as a background', (videoUrl) => {
  const path = `${first}.areas[1].viewPoints[0].background.videoUrl`;
  expect(errorsWith([path, videoUrl])).toEqual([]);
});

describe('ENTITY-02g unsafe URLs are reported with their viewpoint or widget', () => {
  const addresses = [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://media.example.com/x.mp4',
    'https://10.0.0.7/x.mp4',
    'https://[::ffff:127.0.0.1]/x.mp4',
    'https://intranet/x.mp4',
    'https://user:pw@media.example.com/x.mp4',
    '//media.example.com/x.mp4',
    '/backend-assets/live/../../etc/passwd',
    'asset:../picture',
    'https://localhost./x.mp4',
  ];
  for (const videoUrl of addresses)
    test(`videoUrl ${videoUrl}`, () => {
      const path = `${first}.areas[1].viewPoints[0].background.videoUrl`;
      expect(errorsWith([path, videoUrl])).toEqual([
        { path, reason: expect.stringContaining('(viewpoint "middle" of area "hall")') },
      ]);
    });
  test('URLs of an iframe and a meeting', () => {
    const errors = errorsWith(
      [
        poster,
        {
          id: 'frame',
          type: 'IframePopupWidget',
          name: 'Frame',
          configurations: [{ id: 'c', name: 'c', uris: [{ locale: 'en', uri: 'javascript:1' }] }],
        },
      ],
      [
        `${lobby}.contentWidgets[1]`,
        {
          id: 'call',
          type: 'TeamsWidget',
          name: 'Call',
          configurations: [{ id: 'c', name: 'c', meetingUrl: 'https://192.168.0.4/call' }],
        },
      ],
    );
    expect(errors).toContainEqual({
      path: `${poster}.configurations[0].uris[0].uri`,
      reason: 'is not an https URL (javascript:) (configuration "c" of widget "frame" of area "lobby")',
    });
    expect(errors).toContainEqual({
      path: `${lobby}.contentWidgets[1].configurations[0].meetingUrl`,
      reason: 'points to a private network (configuration "c" of widget "call" of area "lobby")',
    });
  });
});

describe('ENTITY-02h errors of the text have line and column', () => {
  const cases: readonly (readonly [name: string, text: string, error: Partial<VenueError>])[] = [
    [
      'a comma missing',
      '{\n  "assets": []\n  "architectures": []\n}',
      { line: 3, column: 3, reason: 'a comma is expected here' },
    ],
    ['a trailing comma', '{\n  "assets": [],\n}', { line: 3, column: 1 }],
    ['a comment', '{ // note\n}', { line: 1, column: 3, reason: 'comments are not allowed in JSON' }],
    [
      'a duplicate key',
      '{\n "assets": [],\n "assets": []}',
      { line: 3, column: 2, path: 'assets', reason: 'is a duplicate key' },
    ],
    ['an escaped duplicate key', '{"id":1,\n"\\u0069d":2}', { line: 2, column: 1, path: 'id' }],
    [
      'a nested duplicate key',
      '{"architectures":[{"areas":[{"id":"a"},{"id":"b",\n"id":"c"}]}]}',
      { line: 2, column: 1, path: 'architectures[0].areas[1].id' },
    ],
    [
      '__proto__',
      '{\n  "__proto__": {"x": 1}\n}',
      { line: 2, column: 3, path: '__proto__', reason: 'is a key that is not allowed' },
    ],
    ['constructor', '{"a":{"constructor": 1}}', { line: 1, column: 7, path: 'a.constructor' }],
    ['an escaped __proto__', '{"\\u005f_proto__": 1}', { line: 1, column: 2, path: '__proto__' }],
    ['an empty text', '', { line: 1, column: 1 }],
    ['a byte order mark', '\uFEFF{}', { line: 1, column: 1 }],
    ['NaN', '{"a": NaN}', { line: 1, column: 7 }],
    ['a text that does not end', '{"a": "b', { line: 1, column: 7 }],
    ['HTML', '<!doctype html>', { line: 1, column: 1 }],
  ];
  for (const [name, text, error] of cases)
    test(name, () => {
      expect(errorsOf(text)[0]).toEqual(expect.objectContaining(error));
    });

  test('a truncated file has exactly one error, also in a save', () => {
    const whole = JSON.stringify(smallVenue(), undefined, 2);
    for (let end = 1; end < whole.length; end += 7) {
      const file = whole.slice(0, end);
      const lines = file.split('\n').length;
      const { checked } = checkSave(`{"baseVersion":3,"venue":${file}}`);
      for (const errors of [errorsOf(file), checked.ok ? [] : checked.errors.errors]) {
        expect([end, errors]).toEqual([end, [expect.objectContaining({ line: lines })]]);
      }
    }
  });

  test('quotes, braces and colons inside strings are not syntax', () => {
    const text = String.raw`{"a":"\"b\":1,{[\\","b":"\\\\","c":"}:"}`;
    expect(errorsOf(text).every(({ line }) => line === undefined)).toBe(true);
  });

  test('in the body of a save line and column count from the start of the venue', () => {
    const file = '\n{\n  "assets": [],\n  "assets": []\n}\n';
    const { checked } = checkSave(`{"baseVersion":3,"venue":${file}}`);
    const alone = checkText(file);
    expect(checked.ok || checked.errors).toEqual(alone.ok || alone.errors);
    expect(checkSave('{"baseVersion":3,"venue":{"a":1,"a":2}}').checked).toMatchObject({
      errors: { errors: [{ line: 1, column: 8 }] },
    });
  });
});

test('ENTITY-02i more than 64 levels are rejected', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(errorsOf(nested(64))).toEqual([
    expect.objectContaining({ reason: 'must be an object, not a list' }),
  ]);
  expect(errorsOf(nested(65))).toEqual([
    expect.objectContaining({ line: 1, column: 65, reason: 'is nested more than 64 levels deep' }),
  ]);
  expect(errorsOf(nested(10_000))[0]?.reason).toBe('is nested more than 64 levels deep');
  expect(errorsOf('['.repeat(500_000))[0]?.reason).toBe('is nested more than 64 levels deep');
});

test('ENTITY-02j the first 200 errors are listed, all are counted', () => {
  const venue = withChanges(smallVenue(), [`${lobby}.names`, Array.from({ length: 1_000 }, () => 7)]);
  const checked = check(venue);
  expect(checked.ok || checked.errors.errors).toHaveLength(200);
  expect(checked.ok || checked.errors.total).toBe(1_000);
});

test('ENTITY-02k schema errors and dangling references are reported together', () => {
  const errors = errorsWith([`${lobby}.viewMode`, 'VIEW_3D'], [`${first}.defaultAreaId`, 'cellar']);
  expect(errors.map(({ path }) => path)).toEqual([`${lobby}.viewMode`, `${first}.defaultAreaId`]);
});

test('ENTITY-02l an asset that is listed but not stored is an error', () => {
  const checked = addMissingAssetErrors(check(smallVenue()), new Set<string>());
  expect(checked).toMatchObject({
    ok: false,
    errors: {
      total: 1,
      errors: [
        { path: 'assets[0].id', reason: 'the asset "picture" is not stored on this server: upload it first' },
      ],
    },
  });
  expect(addMissingAssetErrors(check(smallVenue()), new Set(['picture'])).ok).toBe(true);
});

test('a venue without an imprint or a privacy policy causes warnings', () => {
  const warning = (field: string, page: string) => ({
    path: `${first}.${field}`,
    reason: `has no text: the page with the ${page} will be empty`,
  });
  const [imprint, policy] = [warning('impress', 'imprint'), warning('privacyNotice', 'privacy policy')];
  expect(
    check(withChanges(smallVenue(), [`${first}.impress`, undefined], [`${first}.privacyNotice`, []])),
  ).toMatchObject({ ok: true, warnings: [imprint, policy] });
  expect(check(withChanges(smallVenue(), [`${first}.impress[0].text`, ' ']))).toMatchObject({
    ok: true,
    warnings: [imprint],
  });
});

test('a script tag and other active markup in a rich text cause warnings', () => {
  const rich = (text: string) => check(withChanges(smallVenue(), [`${first}.impress[0].text`, text]));
  const warning = (reason: RegExp) => ({
    ok: true,
    warnings: [{ path: `${first}.impress[0].text`, reason: expect.stringMatching(reason) }],
  });
  expect(rich('<p>a</p><ScRiPt>alert(1)</script>')).toMatchObject(warning(/invalid rich text/));
  expect(rich('<img src=x onerror=alert(1)>')).toMatchObject(warning(/onerror is removed/));
  expect(rich('<svg/onload=alert(1)>')).toMatchObject(warning(/<svg> is removed/));
  expect(rich('<a href="javascript:alert(1)">x</a>')).toMatchObject(
    warning(/javascript: address is removed/),
  );
  expect(rich('<p>1 < 2, <b>on</b> top</p>')).toMatchObject({ ok: true, warnings: [] });
});

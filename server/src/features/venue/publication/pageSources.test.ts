import {
  collectPageSources,
  configurationOf,
  defaultWidgetSettings,
  defineWidget,
  framesOf,
  getVersionWarnings,
  validateVenue,
  venue,
  type Architecture,
} from '@foyer/contract';
import { localizedUris } from '@foyer/contract/localized';
import { expect, test } from 'vitest';
import { headerKinds } from '#platform/http/headers';
import { createWebDir } from '#testing/foyer';
import { exampleVenue } from '#testing/venues';
import { publish, save, startVenueServer } from '../testing/designer.ts';
import { smallVenue, withChanges } from '../testing/smallVenue.ts';

/** A widget type with a frame, as a future version may have. */
const film = defineWidget({
  type: 'VimeoWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ uris: localizedUris }),
  verb: 'watch',
  origins: ({ uris }) => framesOf(uris),
  permissions: () => ['fullscreen', 'autoplay'],
});
const find = (type: string) => (type === film.type ? film : undefined);

interface FilmConfiguration {
  readonly uri: string;
  readonly displayMode?: 'NEW_TAB' | 'EMBEDDED_DIALOG';
  readonly begin?: string;
}

function exampleArchitecture(): Architecture {
  const [architecture] = venue.parse(exampleVenue()).architectures;
  if (!architecture) throw new Error('The example venue has no architecture.');
  return architecture;
}

function venueWithFilms(...films: readonly FilmConfiguration[]): Architecture {
  const architecture = exampleArchitecture();
  const [area] = architecture.areas;
  if (!area) throw new Error('The example venue has no area.');
  area.contentWidgets = [
    {
      id: 'film',
      type: 'VimeoWidget',
      name: 'Film',
      configurations: films.map(({ uri, ...rest }, index) => ({
        id: `film-${index}`,
        name: 'Film',
        cookieProviders: [],
        uris: [{ locale: 'en', uri }],
        ...rest,
      })),
      placements: [],
    },
  ];
  return architecture;
}

const pageHeaders = (architecture: Architecture, manifests = find) =>
  headerKinds('https://foyer.example.org').page(
    collectPageSources(architecture, defaultWidgetSettings, manifests),
  );

test('the page allows the frame origins of its widgets, without duplicates, also before they begin', () => {
  const headers = pageHeaders(
    venueWithFilms(
      { uri: 'https://films.example.org/1' },
      { uri: 'https://films.example.org/2', begin: '2099-01-01T00:00:00Z' },
      { uri: 'https://clips.example.org:8443/3', displayMode: 'EMBEDDED_DIALOG' },
    ),
  );
  const origins = 'https://clips.example.org:8443 https://films.example.org';
  expect(headers['content-security-policy']).toContain(`; frame-src ${origins}; frame-ancestors 'none'; `);
  const quoted = '"https://clips.example.org:8443" "https://films.example.org"';
  expect(headers['permissions-policy']).toContain(`autoplay=(self ${quoted}), camera=(self), `);
  expect(headers['permissions-policy']).toContain(`fullscreen=(self ${quoted}), geolocation=(), `);
});

test('widgets that open in a new tab or are not built do not extend the headers', () => {
  const plain = headerKinds('https://foyer.example.org').page();
  const { origins } = collectPageSources(exampleArchitecture(), defaultWidgetSettings);
  expect(origins).toEqual({ connect: ['https://media.example.org'], media: ['https://media.example.org'] });
  const withoutVideo = (architecture: Architecture): Architecture => ({
    ...architecture,
    areas: architecture.areas.map((area) => ({ ...area, viewPoints: [] })),
  });
  const uri = 'https://films.example.org/1';
  const inTab = withoutVideo(venueWithFilms({ uri, displayMode: 'NEW_TAB' }));
  expect(pageHeaders(inTab)).toEqual(plain);
  const { built: _, ...unbuilt } = film;
  const inPage = withoutVideo(venueWithFilms({ uri }));
  expect(pageHeaders(inPage, () => unbuilt)).toEqual(plain);
  expect(pageHeaders(inPage)).not.toEqual(plain);
});

test.each([
  'https://a.example;sandbox/',
  'https://a.example,b.example/',
  'https://*.example.org/',
  "https://'self'.example.org/",
])('an unsafe host name does not get into a policy: %s', (uri) => {
  expect(
    collectPageSources(venueWithFilms({ uri }), defaultWidgetSettings, find).origins.frame,
  ).toBeUndefined();
});

/** The example venue with this URL in its background videos. */
function venueWithBackground(videoUrl: string): Architecture {
  const architecture = exampleArchitecture();
  for (const { viewPoints } of architecture.areas)
    for (const { background } of viewPoints) if ('videoUrl' in background) background.videoUrl = videoUrl;
  return architecture;
}

test('CONSENT-14x an address of the venue file does not add the wildcard of Vimeo’s servers to a policy', () => {
  const wildcard = 'https://*.vimeocdn.com/loop.mp4';
  expect(collectPageSources(venueWithBackground(wildcard), defaultWidgetSettings).origins).toEqual({});
  const withToken = { ...defaultWidgetSettings, vimeoStreams: true };
  expect(
    collectPageSources(venueWithFilms({ uri: wildcard }), withToken, find).origins.frame,
  ).toBeUndefined();
});

test('CONSENT-14k a background film of Vimeo allows the frame of the player, which may play automatically, and nothing else', () => {
  const player = ['https://player.vimeo.com'];
  expect(
    collectPageSources(venueWithBackground('https://vimeo.com/76979871'), defaultWidgetSettings),
  ).toEqual({
    origins: { frame: player },
    permissions: { autoplay: player },
  });
});

test('CONSENT-14n a video of a host with a trailing dot is allowed without it, because a policy cannot name it so', () => {
  const media = ['https://media.example.org'];
  expect(
    collectPageSources(venueWithBackground('https://media.example.org./loop.mp4'), defaultWidgetSettings)
      .origins,
  ).toEqual({
    media,
    connect: media,
  });
});

test('WIDGET-17k with the operator’s setting the pages allow the frame of a Webex meeting and say so, and saving and publishing warn of it', async () => {
  const meeting = {
    id: 'talk',
    type: 'WebExWidget',
    name: 'Talk',
    configurations: [
      {
        id: 'always',
        name: 'Always',
        meetingUrl: 'https://example.webex.com/meet/talk',
        displayMode: 'EMBEDDED',
      },
    ],
  };
  const file = withChanges(smallVenue(), ['architectures[0].areas[0].contentWidgets[1]', meeting]);
  const webDir = await createWebDir({ 'index.html': '<html><head></head><body></body></html>' });
  for (const WEBEX_EMBEDDED of ['true', 'false']) {
    const isOn = WEBEX_EMBEDDED === 'true';
    const foyer = await startVenueServer({ env: { WEBEX_EMBEDDED }, webDir });
    const warnings = [
      {
        reason: expect.stringMatching(isOn ? /^loads from example\.webex\.com before/ : /^is EMBEDDED, but/),
      },
    ];
    expect(await foyer.must(validateVenue, { body: JSON.stringify(file) })).toMatchObject({ warnings });
    expect((await save(foyer, 0, file)).body).toMatchObject({ version: 1, warnings });
    expect(await foyer.must(getVersionWarnings, { params: { version: 1 } })).toMatchObject({ warnings });
    expect((await publish(foyer)).body).toMatchObject({ publishedVersion: 1, warnings });
    const response = await foyer.fetch('/');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(/frame-src ([^;]*)/.exec(policy)?.[1]).toBe(isOn ? 'https://example.webex.com' : undefined);
    const permissions = response.headers.get('permissions-policy') ?? '';
    for (const feature of ['autoplay', 'camera', 'display-capture', 'fullscreen', 'microphone'])
      expect(permissions.includes(`${feature}=(self "https://example.webex.com")`), feature).toBe(isOn);
    expect((await response.text()).includes('<meta name="foyer-webex" content="embedded" />')).toBe(isOn);
  }
});

test('CONSENT-14w with a token of Vimeo, and only then, pages with a film on Vimeo allow its streams and say so', async () => {
  const widget = {
    id: 'film',
    type: 'VimeoWidget',
    name: 'Film',
    configurations: [
      {
        id: 'always',
        name: 'Always',
        cookieProviders: [],
        uris: [{ locale: 'en', uri: 'https://vimeo.com/76979871' }],
      },
    ],
  };
  const file = withChanges(smallVenue(), ['architectures[0].areas[0].contentWidgets[1]', widget]);
  const webDir = await createWebDir({ 'index.html': '<html><head></head><body></body></html>' });
  const background = 'https://media.example.com';
  const streams = `https://*.vimeocdn.com ${background} https://player.vimeo.com`;
  for (const VIMEO_TOKEN of ['token-of-the-owner', '']) {
    const isOn = VIMEO_TOKEN !== '';
    const foyer = await startVenueServer({ env: { VIMEO_TOKEN }, webDir });
    const sourcesOf = async (): Promise<readonly (string | undefined)[]> => {
      const response = await foyer.fetch('/');
      const policy = response.headers.get('content-security-policy') ?? '';
      const isSaid = (await response.text()).includes('<meta name="foyer-vimeo" content="streams" />');
      expect(isSaid).toBe(isOn);
      return ['media-src', 'connect-src'].map((name) =>
        new RegExp(`${name} 'self' blob:([^;]*)`).exec(policy)?.[1]?.trim(),
      );
    };
    expect(await sourcesOf()).toEqual(['', '']);
    const hosts = isOn ? '*.vimeocdn.com, player.vimeo.com' : 'player.vimeo.com';
    const warnings = [{ reason: expect.stringContaining(`loads from ${hosts} before`) as string }];
    expect(await foyer.must(validateVenue, { body: JSON.stringify(file) })).toMatchObject({ warnings });
    await save(foyer, 0, file);
    await publish(foyer);
    expect(await sourcesOf()).toEqual(isOn ? [streams, streams] : [background, background]);
  }
});

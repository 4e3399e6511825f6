import { configurationOf, defineWidget, framesOf, venue, type Architecture } from '@foyer/contract';
import { localizedUris } from '@foyer/contract/localized';
import { expect, test } from 'vitest';
import { headerKinds } from '#platform/http/headers';
import { pageSourcesOf } from './venueFacts.ts';
import { exampleVenue } from '#testing/venues';

/** A type with a frame, as a future version may have built it. */
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
  headerKinds('https://foyer.example.org').page(pageSourcesOf(architecture, manifests));

test('the page allows the frame origins of its widgets, each once and also before its time', () => {
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

test('what opens in a tab of its own, and what is not built, widens no header', () => {
  const plain = headerKinds('https://foyer.example.org').page();
  const { origins } = pageSourcesOf(exampleArchitecture());
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
])('no part of a policy is made of the host name in %s', (uri) => {
  expect(pageSourcesOf(venueWithFilms({ uri }), find).origins.frame).toBeUndefined();
});

import { defaultWidgetSettings, venue } from '@foyer/contract';
import { expect, test } from 'vitest';
import { smallVenue, withChanges, type Change } from '../testing/smallVenue.ts';
import { architectureWarnings } from './architectureWarnings.ts';

const first = 'architectures[0]';
const widgets = `${first}.areas[0].contentWidgets`;
const film = `${widgets}[0].configurations[0]`;
const background = `${first}.areas[1].viewPoints[0].background`;
const provider = `${first}.cookieProviders[0]`;

const warningsWith = (...changes: readonly Change[]) =>
  architectureWarnings(venue.parse(withChanges(smallVenue(), ...changes)), defaultWidgetSettings);

const filmWidget = (configuration: object) => ({
  id: 'film',
  type: 'VimeoWidget',
  name: 'Film',
  configurations: [
    { id: 'always', name: 'Film', uris: [{ locale: 'en', uri: 'https://vimeo.com/1' }], ...configuration },
  ],
});

test('CONSENT-14b a background video from outside without a cookie provider is warned about if it plays', () => {
  const unused = { path: provider, reason: expect.any(String) };
  const withoutProviders: readonly Change[] = [
    [`${background}.cookieProviders`, []],
    [`${widgets}[0].configurations[0].cookieProviders`, []],
  ];
  expect(warningsWith(...withoutProviders)).toEqual([
    {
      path: background,
      reason:
        'loads from media.example.com before attendees have consented: name its provider in cookieProviders (viewpoint "middle" of area "hall")',
    },
    unused,
  ]);
  expect(warningsWith(...withoutProviders, [`${background}.playerActive`, false])).toEqual([unused]);
  expect(warningsWith(...withoutProviders, [`${background}.videoUrl`, 'asset:picture'])).toEqual([unused]);
});

test('CONSENT-14c a widget from outside without a cookie provider is warned about, unless it opens in a new tab', () => {
  const inPage = filmWidget({});
  const inTab = filmWidget({ displayMode: 'NEW_TAB' });
  const reason = expect.stringMatching(
    /^loads from player\.vimeo\.com before .*\(configuration "always" of widget "film" of area "lobby"\)$/,
  );
  expect(warningsWith([widgets, [inPage]])).toEqual([{ path: film, reason }]);
  expect(warningsWith([widgets, [inTab]])).toEqual([]);
  // It refuses frames, so it can only be opened in a tab.
  const frameless = { uris: [{ locale: 'en', uri: 'https://github.com/foyer' }] };
  const page = { ...filmWidget(frameless), type: 'IframePopupWidget' };
  expect(warningsWith([widgets, [page]])).toEqual([]);
});

test('CONSENT-14d a technically required provider is warned about if content from outside uses it', () => {
  const required: Change = [`${provider}.type`, 'TECHNICALLY_REQUIRED'];
  const consenting = filmWidget({ cookieProviders: ['video-host'] });
  expect(warningsWith(required, [widgets, [consenting]])).toEqual([
    {
      path: `${provider}.type`,
      reason:
        '"video-host" is declared technically required, but loads external media from media.example.com, player.vimeo.com',
    },
  ]);
  // The poster comes from this server.
  expect(warningsWith(required, [`${background}.cookieProviders`, []])).toMatchObject([{ path: background }]);
});

test('CONSENT-14e the banner type NONE is warned about if it accepts external media or personalized tracking', () => {
  const none: Change = [`${first}.cookieBannerConfig.type`, 'NONE'];
  const tracking: Change = [`${first}.personalizedTrackingEnabled`, true];
  const warning = (what: string) => ({
    path: `${first}.cookieBannerConfig.type`,
    reason: `is NONE, so ${what} is accepted without asking: use SIMPLE or DETAILED`,
  });
  expect(warningsWith(none, tracking)).toEqual([warning('external media'), warning('personalized tracking')]);
  const ownVideo: Change = [`${background}.videoUrl`, 'asset:picture'];
  const required: Change = [`${provider}.type`, 'TECHNICALLY_REQUIRED'];
  expect(warningsWith(none, required, ownVideo)).toEqual([]);
  expect(warningsWith(tracking)).toEqual([]);
});

test('CONSENT-14f a cookie provider that nothing uses is warned about', () => {
  const providers = [
    { id: 'video-host', name: 'Video host', type: 'EXTERNAL_MEDIA' },
    { id: 'maps', name: 'Maps', type: 'EXTERNAL_MEDIA' },
  ];
  expect(warningsWith([`${first}.cookieProviders`, providers])).toEqual([
    { path: `${first}.cookieProviders[1]`, reason: 'no widget or background uses the provider "maps"' },
  ]);
  expect(
    warningsWith(
      [`${first}.cookieProviders`, providers],
      [`${first}.globalWidgets[0].configurations[0].cookieProviders`, ['maps']],
    ),
  ).toEqual([]);
});

test.each([
  'https://media.example.com/films/hall',
  'https://media.example.com/watch?file=hall.mp4',
  'https://media.example.com/hall.mpd',
])('AREA-03v %s is warned about as a background that plays, because it might be a web page', (videoUrl) => {
  const video: Change = [`${background}.videoUrl`, videoUrl];
  expect(warningsWith(video)).toEqual([
    {
      path: `${background}.videoUrl`,
      reason: `"${videoUrl}" might be a web page and not a video, because its path does not end in .mp4, .webm, .m3u8 or the like: make sure that it is a file or an HLS playlist (viewpoint "middle" of area "hall")`,
    },
  ]);
  expect(warningsWith(video, [`${background}.playerActive`, false])).toEqual([]);
});

test.each([
  'https://media.example.com/hall.mp4?token=1',
  'https://media.example.com/HALL.MOV',
  'https://media.example.com/live/hall.m3u8',
  'https://vimeo.com/76979871',
  'asset:picture',
])('AREA-03w %s is not warned about as a background', (videoUrl) => {
  const path = `${background}.videoUrl`;
  expect(warningsWith([path, videoUrl]).filter((warning) => warning.path === path)).toEqual([]);
});

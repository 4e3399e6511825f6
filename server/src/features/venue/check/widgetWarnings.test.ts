import { defaultWidgetSettings, venue } from '@foyer/contract';
import { expect, test } from 'vitest';
import { smallVenue, withChanges, type Change } from '../testing/smallVenue.ts';
import { architectureWarnings } from './architectureWarnings.ts';

const first = 'architectures[0]';
const lobbyWidgets = `${first}.areas[0].contentWidgets`;
const hallWidgets = `${first}.areas[1].contentWidgets`;
const background = `${first}.areas[1].viewPoints[0].background`;

const warningsWith = (...changes: readonly Change[]) =>
  architectureWarnings(venue.parse(withChanges(smallVenue(), ...changes)), defaultWidgetSettings);

const widget = (id: string, type: string, configuration: object) => ({
  id,
  type,
  name: id,
  configurations: [{ id: 'always', name: 'Always', cookieProviders: ['video-host'], ...configuration }],
});
const ownVideo: Change = [`${background}.videoUrl`, 'asset:picture'];
const meetingUrl = 'https://zoom.us/j/812345678';
const zoom = widget('help-desk', 'ZoomWidget', { meetingUrl, meetingNumber: '812345678' });
const vimeo = { uris: [{ locale: 'en', uri: 'https://vimeo.com/1' }] };
const film = widget('film', 'VimeoWidget', vimeo);
const reason =
  'loads in a frame, which browsers block beside the widget "help-desk", because that one needs an isolated page: move one of them to another area';

test('COI-03a an area with a meeting that needs an isolated page is warned of each frame in it, and no other area is', () => {
  const place = '(configuration "always" of widget "film" of area "lobby")';
  expect(warningsWith([lobbyWidgets, [film, zoom]])).toEqual([
    { path: `${lobbyWidgets}[0].configurations[0]`, reason: `${reason} ${place}` },
  ]);
  expect(warningsWith([hallWidgets, [zoom]], [`${background}.videoUrl`, 'https://vimeo.com/1'])).toEqual([
    { path: background, reason: `${reason} (viewpoint "middle" of area "hall")` },
  ]);
  const filmInTab = widget('film', 'VimeoWidget', { ...vimeo, displayMode: 'NEW_TAB' });
  const meetingInTab = widget('zoom', 'ZoomWidget', {
    meetingUrl,
    meetingNumber: '812345678',
    displayMode: 'NEW_TAB',
    cookieProviders: [],
  });
  const meetingWithoutNumber = widget('zoom', 'ZoomWidget', { meetingUrl, cookieProviders: [] });
  const withoutConflict: readonly (readonly Change[])[] = [
    [[lobbyWidgets, [film]], [hallWidgets, [zoom]], ownVideo],
    [[lobbyWidgets, [filmInTab, zoom]]],
    [[lobbyWidgets, [film, meetingInTab]]],
    [[lobbyWidgets, [film, meetingWithoutNumber]]],
  ];
  for (const changes of withoutConflict) expect(warningsWith(...changes)).toEqual([]);
});

test('COI-03t a background video that another server sends is warned of in an area with a meeting that needs an isolated page', () => {
  expect(warningsWith([hallWidgets, [zoom]])).toEqual([
    {
      path: background,
      reason:
        'loads from media.example.com, which browsers may block beside the widget "help-desk", because that one needs an isolated page: make that server send Access-Control-Allow-Origin, store the video as an asset, or move one of them to another area (viewpoint "middle" of area "hall")',
    },
  ]);
  const withoutConflict: readonly (readonly Change[])[] = [
    [[lobbyWidgets, [zoom]]],
    [[hallWidgets, [zoom]], ownVideo],
    [
      [hallWidgets, [zoom]],
      [`${background}.playerActive`, false],
    ],
  ];
  for (const changes of withoutConflict) expect(warningsWith(...changes)).toEqual([]);
});

test('WIDGET-17i a meeting of Webex is warned of as other frames are, if the operator shows it in one', () => {
  const webex = widget('webex', 'WebExWidget', { meetingUrl: 'https://example.webex.com/meet/room' });
  const withoutConsent = { ...webex, configurations: [{ ...webex.configurations[0], cookieProviders: [] }] };
  const reasonsWith = (meeting: object, webexEmbedded: boolean) =>
    architectureWarnings(venue.parse(withChanges(smallVenue(), [lobbyWidgets, [meeting, zoom]])), {
      ...defaultWidgetSettings,
      webexEmbedded,
    }).map((warning) => warning.reason);
  const isolated = expect.stringContaining(reason);
  const unasked = expect.stringMatching(/^loads from example\.webex\.com before attendees have consented/);
  expect(reasonsWith(webex, true)).toEqual([isolated]);
  expect(reasonsWith(withoutConsent, true)).toEqual([unasked, isolated]);
  expect(reasonsWith(webex, false)).toEqual([expect.stringContaining('although it loads nothing')]);
  expect(reasonsWith(withoutConsent, false)).toEqual([]);
});

test('MEET-07d the warnings of widgets name the field and its place', () => {
  const meeting = widget('talk', 'TeamsWidget', {
    meetingUrl: 'https://teams.microsoft.com/meet/1',
    displayMode: 'EMBEDDED',
    cookieProviders: [],
  });
  expect(warningsWith([`${lobbyWidgets}[1]`, meeting])).toEqual([
    {
      path: `${lobbyWidgets}[1].configurations[0].displayMode`,
      reason:
        'is EMBEDDED, but Microsoft Teams refuses frames: the picture shows a button that opens the meeting in a tab (configuration "always" of widget "talk" of area "lobby")',
    },
  ]);
});

test('WIDGET-20i the warnings of addresses name the one that they are about', () => {
  const uris = ['https://miro.com/app/board/uXjVExample=/', 'https://miro.com/app/dashboard/'];
  const board = widget('board', 'MiroWidget', {
    uris: uris.map((uri, index) => ({ locale: index === 0 ? 'en' : 'de', uri })),
  });
  expect(warningsWith([`${lobbyWidgets}[1]`, board])).toEqual([
    {
      path: `${lobbyWidgets}[1].configurations[0].uris[1].uri`,
      reason:
        'cannot be shown in the venue, so it opens in a tab: set an address such as https://miro.com/app/board/uXjVExample=/ (configuration "always" of widget "board" of area "lobby")',
    },
  ]);
});

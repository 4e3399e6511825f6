import { expect, test } from 'vitest';
import { errorsOf, urisOf, warningsOf } from './configurationIssues.testing.ts';

const board = 'https://miro.com/app/board/uXjVExample=/';
const results = 'https://www.mentimeter.com/app/presentation/example/embed';
const vote = 'https://www.menti.com/example';

test.each([
  [
    'WIDGET-20d',
    'MiroWidget',
    `is not an address on miro.com or www.miro.com, such as ${board}`,
    board,
    'https://WWW.miro.com./app',
  ],
  [
    'WIDGET-09c',
    'MentimeterTagCloudWidget',
    `is not an address on mentimeter.com or www.mentimeter.com, such as ${results}`,
    results,
    'https://mentimeter.com/features',
  ],
])(
  '%s %s refuses addresses of other hosts, since it names the provider',
  (_id, type, reason, ...accepted) => {
    expect(errorsOf(type, urisOf(...accepted))).toEqual([]);
    const [, path] = accepted[0]?.split('.com') ?? [];
    for (const host of ['miro.com.evil.example', 'evilmiro.com', 'mentimeter.com.evil.example', 'menti.com'])
      expect(errorsOf(type, urisOf(accepted[0] ?? '', `https://${host}${path}`))).toEqual([
        ['uris.1.uri', reason],
      ]);
    expect(errorsOf(type, urisOf('nowhere'))).toEqual([['uris.0.uri', 'is not a URL']]);
  },
);

test.each([
  ['WIDGET-20e', 'MiroWidget', board, 'https://miro.com/app/dashboard/'],
  ['WIDGET-09d', 'MentimeterTagCloudWidget', results, 'https://www.mentimeter.com/features'],
])(
  '%s %s warns of a page that cannot be framed, unless it is to open in a tab',
  (_id, type, framed, page) => {
    const fields = urisOf(framed, page);
    expect(warningsOf(type, fields)).toEqual([
      ['uris.1.uri', `cannot be shown in the venue, so it opens in a tab: set an address such as ${framed}`],
    ]);
    expect(warningsOf(type, { ...fields, displayMode: 'NEW_TAB' })).toEqual([]);
  },
);

test.each([
  ['WIDGET-04t', 'IframePopupWidget', 'https://example.org/'],
  ['WIDGET-10f', 'MentimeterQrCodeWidget', vote],
  ['WIDGET-09e', 'MentimeterTagCloudWidget', results],
  ['WIDGET-20f', 'MiroWidget', board],
  ['WIDGET-13i', 'SuperEventQrEntryPointWidget', 'https://example.org/'],
  ['WIDGET-16s', 'VimeoWidget', 'https://vimeo.com/1'],
])('%s %s warns if it has no link', (_id, type, address) => {
  expect(warningsOf(type, urisOf())).toEqual([['', 'has no link: set uris']]);
  expect(warningsOf(type, urisOf(address))).toEqual([]);
});

test.each([
  ['WIDGET-10g', 'MentimeterQrCodeWidget'],
  ['WIDGET-13j', 'SuperEventQrEntryPointWidget'],
])('%s %s warns of an address whose code phones can hardly read', (_id, type) => {
  // A code has the bytes of the address, of which the last letter has two.
  const longest = `https://example.org/${'a'.repeat(278)}é`;
  expect(warningsOf(type, urisOf(vote, longest))).toEqual([]);
  expect(warningsOf(type, urisOf(vote, `${longest}a`))).toEqual([
    [
      'uris.1.uri',
      'has 301 bytes: phones can hardly read a QR code of more than 300, so set a shorter address',
    ],
  ]);
});

test('WIDGET-10h a voting code must not be blank', () => {
  const errorsWith = (votingCode?: string) =>
    errorsOf('MentimeterQrCodeWidget', { ...urisOf(vote), votingCode });
  for (const blank of ['', ' \t\u00A0'])
    expect(errorsWith(blank)).toEqual([
      ['votingCode', 'is blank: set the code with which people vote, or leave it out'],
    ]);
  for (const code of ['1234 5678', undefined]) expect(errorsWith(code)).toEqual([]);
});

test('WALL-05bd a wall of another website warns of addresses that cannot be framed, and if it has none; our own warns of a consent that it does not need', () => {
  const type = 'SuperEventSocialWallWidget';
  const wall = { wallId: 'wall' };
  const framed = 'https://walls.example.org/';
  expect(warningsOf(type, { ...wall, ...urisOf(framed) })).toEqual([]);
  expect(warningsOf(type, { ...wall, ...urisOf() })).toEqual([['', 'has no link: set uris']]);
  const unframed = { ...wall, ...urisOf(framed, 'https://x.com/foyer') };
  expect(warningsOf(type, unframed)).toEqual([
    [
      'uris.1.uri',
      'cannot be shown in the venue, so it opens in a tab: set an address that its website allows in frames',
    ],
  ]);
  expect(warningsOf(type, { ...unframed, displayMode: 'NEW_TAB' })).toEqual([]);
  expect(warningsOf(type, wall)).toEqual([]);
  expect(warningsOf(type, { ...wall, cookieProviders: ['superevent'] })).toEqual([
    [
      'cookieProviders',
      'hides the widget until attendees have consented, although it loads nothing from other servers: leave it out',
    ],
  ]);
});

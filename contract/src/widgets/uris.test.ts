import { expect, test } from 'vitest';
import { findWidgetManifest } from '../widget.ts';

const board = 'https://miro.com/app/board/uXjVExample=/';
const results = 'https://www.mentimeter.com/app/presentation/example/embed';
const vote = 'https://www.menti.com/example';

const configurationWith = (addresses: readonly string[], fields: object = {}) => ({
  id: 'always',
  name: 'Always',
  cookieProviders: [],
  uris: addresses.map((uri, index) => ({ locale: index === 0 ? 'en' : 'de', uri })),
  ...fields,
});

const errorsOf = (type: string, configuration: object) =>
  findWidgetManifest(type)
    ?.schema.safeParse(configuration)
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

const warningsOf = (type: string, addresses: readonly string[], fields: object = {}) =>
  findWidgetManifest(type)
    ?.warnings?.(configurationWith(addresses, fields))
    .map(({ field, reason }) => [field, reason]);

test.each([
  [
    'MiroWidget',
    `is not an address on miro.com or www.miro.com, such as ${board}`,
    board,
    'https://WWW.miro.com./app',
  ],
  [
    'MentimeterTagCloudWidget',
    `is not an address on mentimeter.com or www.mentimeter.com, such as ${results}`,
    results,
    'https://mentimeter.com/features',
  ],
])(
  'WIDGET-20d %s refuses addresses of other hosts, since it names the provider',
  (type, reason, ...accepted) => {
    expect(errorsOf(type, configurationWith(accepted))).toEqual([]);
    const [, path] = accepted[0]?.split('.com') ?? [];
    for (const host of ['miro.com.evil.example', 'evilmiro.com', 'mentimeter.com.evil.example', 'menti.com'])
      expect(errorsOf(type, configurationWith([accepted[0] ?? '', `https://${host}${path}`]))).toEqual([
        ['uris.1.uri', reason],
      ]);
    expect(errorsOf(type, configurationWith(['nowhere']))).toEqual([['uris.0.uri', 'is not a URL']]);
  },
);

test.each([
  ['MiroWidget', board, 'https://miro.com/app/dashboard/'],
  ['MentimeterTagCloudWidget', results, 'https://www.mentimeter.com/features'],
])(
  'WIDGET-20e %s warns of a page that cannot be framed, unless it is to open in a tab',
  (type, framed, page) => {
    expect(warningsOf(type, [framed, page])).toEqual([
      [
        ['uris', 1, 'uri'],
        `cannot be shown in the venue, so it opens in a tab: set an address such as ${framed}`,
      ],
    ]);
    expect(warningsOf(type, [framed, page], { displayMode: 'NEW_TAB' })).toEqual([]);
  },
);

test.each([
  ['IframePopupWidget', 'https://example.org/'],
  ['MentimeterQrCodeWidget', vote],
  ['MentimeterTagCloudWidget', results],
  ['MiroWidget', board],
  ['SuperEventQrEntryPointWidget', 'https://example.org/'],
  ['VimeoWidget', 'https://vimeo.com/1'],
])('WIDGET-20f %s warns if it has no address', (type, address) => {
  expect(warningsOf(type, [])).toEqual([[undefined, 'has no link: set uris']]);
  expect(warningsOf(type, [address])).toEqual([]);
});

test.each(['MentimeterQrCodeWidget', 'SuperEventQrEntryPointWidget'])(
  'WIDGET-20g %s warns of an address whose code phones can hardly read',
  (type) => {
    const longest = `https://example.org/${'a'.repeat(280)}`;
    expect(warningsOf(type, [vote, longest])).toEqual([]);
    expect(warningsOf(type, [vote, `${longest}a`])).toEqual([
      [
        ['uris', 1, 'uri'],
        'has 301 characters: phones can hardly read a QR code of more than 300, so set a shorter address',
      ],
    ]);
  },
);

test('WIDGET-20h a voting code must not be blank', () => {
  const errorsWith = (votingCode?: string) =>
    errorsOf('MentimeterQrCodeWidget', configurationWith([vote], { votingCode }));
  for (const blank of ['', ' \t\u00A0'])
    expect(errorsWith(blank)).toEqual([
      ['votingCode', 'is blank: set the code with which people vote, or leave it out'],
    ]);
  for (const code of ['1234 5678', undefined]) expect(errorsWith(code)).toEqual([]);
});

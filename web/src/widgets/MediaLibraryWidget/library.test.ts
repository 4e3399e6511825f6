import type { Asset } from '@foyer/contract';
import { selectLocalized } from '@foyer/contract';
import { expect, test } from 'vitest';
import {
  compareBy,
  countKinds,
  createLibrary,
  filterEntries,
  type Entry,
  type Filter,
  type Library,
} from './library.ts';
import { isDownloadable } from '../media/mediaItem.ts';

type Folders = Parameters<typeof createLibrary>[0];

const en = (text: string) => [{ locale: 'en' as const, text }];
const file = (id: string, mediaType: string, rest: Partial<Asset> = {}): Asset => ({
  id,
  uri: `/backend-assets/live/fair/${id}/1`,
  alts: [],
  mediaType,
  ...rest,
});
const assets = new Map(
  [
    file('plan.pdf', 'application/pdf', { bytes: 2_000 }),
    file('plan-de.pdf', 'application/pdf', { bytes: 3_000 }),
    file('hall.webp', 'image/webp', { bytes: 900, displayName: 'hall of the fair.webp' }),
    file('opening', 'application/vnd.apple.mpegurl', { bytes: 90_000 }),
  ].map((asset) => [asset.id, asset]),
);
const folders: Folders = [
  {
    id: 'plans',
    names: en('Plans'),
    media: [
      {
        id: 'plan',
        names: [...en('Floor plan 10'), { locale: 'de', text: 'Lageplan' }],
        descriptions: en('Where the café is'),
        assets: [
          { locale: 'en', assetId: 'plan.pdf' },
          { locale: 'de', assetId: 'plan-de.pdf' },
        ],
      },
      { id: 'hall', names: [], assets: [{ locale: 'en', assetId: 'hall.webp' }] },
    ],
  },
  {
    id: 'films',
    names: [],
    media: [
      { id: 'opening', names: en('Floor plan 9'), assets: [{ locale: 'en', assetId: 'opening' }] },
      { id: 'site', names: [], uris: [{ locale: 'en', uri: 'https://www.example.org/fair' }] },
      { id: 'lost', names: en('Lost'), assets: [{ locale: 'en', assetId: 'nowhere' }] },
      { id: 'plan', names: en('Twice'), uris: [{ locale: 'en', uri: 'https://example.org/' }] },
    ],
  },
];
const libraryIn = (language: string): Library =>
  createLibrary(folders, {
    assets,
    localizedEntry: (entries) => selectLocalized(entries ?? [], language, 'en'),
  });
const library = libraryIn('en');
const all: Filter = { folderId: undefined, kind: undefined, typed: '' };
const ids = (entries: readonly Entry[]): string[] => entries.map(({ id }) => id);
const found = (filter: Partial<Filter>): string[] =>
  ids(filterEntries(library.entries, { ...all, ...filter }));

test('WIDGET-07g entries have the file and the name of the language, else that of the file or the website', () => {
  expect(library.entries.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
    'Floor plan 10: document',
    'hall of the fair.webp: picture',
    'Floor plan 9: film',
    'www.example.org: link',
    'Lost: document',
  ]);
  expect(libraryIn('de').byId.get('plan')).toMatchObject({ name: 'Lageplan', asset: { id: 'plan-de.pdf' } });
  expect(library.byId.get('lost')).toMatchObject({ asset: undefined, uri: undefined });
  expect(library.folders).toEqual([
    { id: 'plans', name: 'Plans', count: 2 },
    { id: 'films', name: 'films', count: 3 },
  ]);
});

test('WIDGET-07x only files can be downloaded, and no HLS films, which are many files', () => {
  expect(ids(library.entries.filter(isDownloadable))).toEqual(['plan', 'hall']);
});

test('WIDGET-07h all words must be in the name or the description, in any case and with or without accents', () => {
  expect(found({ typed: 'CAFE' })).toEqual(['plan']);
  expect(found({ typed: ' plan  floor ' })).toEqual(['plan', 'opening']);
  expect(found({ typed: 'plan café', folderId: 'films' })).toEqual([]);
  expect(found({ kind: 'document' })).toEqual(['plan', 'lost']);
  expect(found({ folderId: 'films', kind: 'link' })).toEqual(['site']);
});

test('WIDGET-07i kinds are counted in a folder, or in the whole library, as far as the search finds them', () => {
  expect(countKinds(library.entries, { folderId: 'films', typed: '' })).toEqual([
    { kind: 'document', count: 1 },
    { kind: 'film', count: 1 },
    { kind: 'link', count: 1 },
  ]);
  expect(countKinds(library.entries, { folderId: undefined, typed: '' })[0]).toEqual({
    kind: 'document',
    count: 2,
  });
  const counts = countKinds(library.entries, { folderId: undefined, typed: 'floor' });
  expect(counts.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
    'document 1',
    'picture 0',
    'film 1',
    'link 0',
  ]);
});

test.each([
  ['file', ['plan', 'hall', 'opening', 'site', 'lost']],
  ['name', ['opening', 'plan', 'hall', 'lost', 'site']],
  ['kind', ['plan', 'lost', 'hall', 'opening', 'site']],
  ['size', ['opening', 'plan', 'hall', 'site', 'lost']],
] as const)('WIDGET-07j entries are sorted by %s', (order, sorted) => {
  expect(ids(library.entries.toSorted(compareBy(order, 'en')))).toEqual(sorted);
});

import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import type { ChangeStep, VersionChange } from './api.ts';
import { isVenueField } from './venueFieldWords.ts';
import {
  describePath,
  describeValues,
  excerptChange,
  groupChanges,
  type ChangeLanguage,
} from './versionChanges.ts';
import { builtWidgetTypes } from './widget.ts';
import { venue } from './venue.ts';

const english: ChangeLanguage = {
  fieldWord: (field) => `<${field}>`,
  languageName: (locale) => locale.toUpperCase(),
  select: (names) => names[0]?.text ?? '',
  named: (word, name) => `${word} ${name}`,
  inLanguage: (word, language) => `${word} (${language})`,
  formatNumber: String,
  formatInstant: (value) => `at ${value}`,
  yes: 'yes',
  no: 'no',
  empty: 'empty',
};
const hall: ChangeStep = { field: 'areas', id: 'hall' };
const doorIn = (viewpoint: string): ChangeStep[] => [
  hall,
  { field: 'viewPoints', id: viewpoint },
  { field: 'doors', id: 'to-bar' },
];
const renamed = (place: ChangeStep[], locale: string, after = 'Night bar'): VersionChange => ({
  kind: 'texts',
  type: 'changed',
  path: [...place, { field: 'names', locale }],
  before: 'Bar',
  after,
});

test('VERSION-03i equal changes of one field are one group with its places, apart by language and value', () => {
  const groups = groupChanges([
    renamed(doorIn('front'), 'en'),
    renamed(doorIn('front'), 'de'),
    renamed(doorIn('back'), 'en'),
    renamed([{ field: 'areas', id: 'bar' }], 'en'),
    renamed(doorIn('back'), 'de', 'Nachtbar'),
  ]);
  expect(
    groups.map(({ field, before, after, places }) => [field?.locale, before, after, places.length]),
  ).toEqual([
    ['en', 'Bar', 'Night bar', 3],
    ['de', 'Bar', 'Night bar', 1],
    ['de', 'Bar', 'Nachtbar', 1],
  ]);
  expect(groups[0]?.places).toEqual([doorIn('front'), doorIn('back'), [{ field: 'areas', id: 'bar' }]]);
});

test('parts that were added or removed are not grouped', () => {
  const part = (id: string): VersionChange => ({
    kind: 'areas',
    type: 'added',
    path: [{ field: 'areas', id }],
  });
  expect(groupChanges([part('a'), part('b')]).map(({ field, places }) => [field, places])).toEqual([
    [undefined, [[{ field: 'areas', id: 'a' }]]],
    [undefined, [[{ field: 'areas', id: 'b' }]]],
  ]);
});

test('VERSION-03j paths and values have the names of areas, viewpoints and files, or their ids', () => {
  const names = {
    'areas/hall': [{ locale: 'en' as const, text: 'Expo hall' }],
    'areas/hall/viewPoints/front': [{ locale: 'en' as const, text: 'Front' }],
    'areas/hall/viewPoints/back': [],
    'assets/p': 'hall.webp',
  };
  const words = (path: ChangeStep[]) => describePath(path, names, english).join(' › ');
  expect(words([...doorIn('front'), { field: 'names', locale: 'de' }])).toBe(
    'Expo hall › <viewPoints> Front › <doors> to-bar › <names> (DE)',
  );
  expect(words(doorIn('back'))).toBe('Expo hall › <viewPoints> back › <doors> to-bar');
  expect(words([{ field: 'floorplan' }, { field: 'areaPositions', id: 'hall' }, { field: 'x' }])).toBe(
    '<floorplan> › <areaPositions> Expo hall › <x>',
  );
  expect(words([{ field: 'areas', id: 'constructor' }])).toBe('constructor');
  const value = (field: string, is: string | number | boolean) =>
    describeValues(
      { type: 'added', field: { field }, places: [[hall]], before: undefined, after: is },
      names,
      english,
    ).after;
  expect(
    [
      ['assetId', 'p'],
      ['assetId', 'q'],
      ['videoUrl', 'asset:p'],
      ['videoUrl', 'https://x.example'],
      ['targetAreaId', 'hall'],
      ['defaultViewpointId', 'front'],
      ['names', 'p'],
      ['names', ''],
      ['playerActive', false],
      ['x', 0.25],
      ['begin', '2026-11-20T08:00:00Z'],
    ].map(([field, is]) => value(field as string, is as string)),
  ).toEqual([
    'hall.webp',
    'q',
    'hall.webp',
    'https://x.example',
    'Expo hall',
    'Front',
    'p',
    'empty',
    'no',
    '0.25',
    'at 2026-11-20T08:00:00Z',
  ]);
});

test('two files with the same name are shown by their ids', () => {
  const group = {
    type: 'changed',
    field: { field: 'logoAssetId' },
    places: [[]],
    before: 'a',
    after: 'b',
  } as const;
  expect(describeValues(group, { 'assets/a': 'logo.png', 'assets/b': 'logo.png' }, english)).toEqual({
    before: 'a',
    after: 'b',
  });
});

test('VERSION-03k long values are cut around their first difference, and never within an emoji', () => {
  expect(excerptChange('Lounge', 'Night lounge')).toEqual({
    before: 'Lounge',
    after: 'Night lounge',
    isCut: false,
  });
  const text = (time: string) => `${'🎉'.repeat(60)} we meet at ${time} o’clock ${'and dance '.repeat(20)}`;
  const { before, after, isCut } = excerptChange(text('5'), text('6'));
  expect(before).toMatch(/^…🎉+ we meet at 5 o’clock and/u);
  expect(after).toMatch(/^…🎉+ we meet at 6 o’clock and/u);
  expect([isCut, Array.from(before).length, before.isWellFormed()]).toEqual([true, 92, true]);
  // The longer text begins like the shorter one: the end of both shows what was added.
  expect(excerptChange('a'.repeat(200), `${'a'.repeat(200)} end`).after).toMatch(/^…a+ end$/);
});

/** The names of all fields in a JSON schema, without those of widgets that this version does not have. */
function fieldsIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(fieldsIn);
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...others } = schema as { properties?: Record<string, { const?: string }> };
  const type = properties['type']?.const;
  if (type?.endsWith('Widget') === true && !builtWidgetTypes.some((built) => built === type)) return [];
  return [
    ...Object.keys(properties),
    ...Object.values(properties).flatMap(fieldsIn),
    ...fieldsIn(Object.values(others)),
  ];
}

test('each field of a venue file has words', () => {
  // The venue itself, and the language of an entry, are not on the paths of changes.
  const notOnPaths = new Set([
    'architectures',
    'baseVersion',
    'publishInfo',
    'publishedVersion',
    'locale',
    'key',
    'areaId',
    'viewpointId',
  ]);
  const fields = new Set(fieldsIn(z.toJSONSchema(venue, { unrepresentable: 'any', io: 'input' })));
  expect(fields.size).toBeGreaterThan(50);
  expect([...fields].filter((field) => !isVenueField(field) && !notOnPaths.has(field))).toEqual([]);
});

import type { ChangeStep, VersionChange, VersionDiff } from '@foyer/contract';
import { expect, test } from 'vitest';
import { describeDifference } from './describeDifference.ts';

const none = { added: [], removed: [], changed: [] };
const linesOf = (changes: VersionChange[]) =>
  describeDifference({
    from: 1,
    to: 2,
    areas: none,
    widgets: none,
    texts: none,
    assets: none,
    settings: none,
    changes,
    names: { 'areas/hall': [{ locale: 'en', text: 'Expo hall' }] },
  } satisfies VersionDiff);

const hall: ChangeStep = { field: 'areas', id: 'hall' };
const german: ChangeStep = { field: 'names', locale: 'de' };

test('VERSION-03p the command line groups equal changes and names areas, fields and languages', () => {
  const change = { kind: 'texts', type: 'changed', before: 'Lounge', after: 'Night lounge' } as const;
  expect(
    linesOf([
      { ...change, path: [{ field: 'areas', id: 'lounge' }, german] },
      { ...change, path: [hall, { field: 'viewPoints', id: 'back' }, { field: 'doors', id: 'd' }, german] },
      { kind: 'areas', type: 'added', path: [hall] },
      { kind: 'areas', type: 'changed', path: [hall, { field: 'viewPoints' }] },
      { kind: 'settings', type: 'removed', path: [{ field: 'globalNavigationEnabled' }], before: true },
    ]),
  ).toEqual([
    '+ area Expo hall',
    '~ area Expo hall › Viewpoint: new order',
    '~ text Name (German): Lounge → Night lounge (2 places)',
    '    lounge',
    '    Expo hall › Viewpoint “back” › Door “d”',
    '- setting Global navigation: yes',
  ]);
});

test('texts of a venue cannot control the terminal', () => {
  const after = 'a\u001b[2J\u202eb\nc';
  expect(linesOf([{ kind: 'texts', type: 'added', path: [hall, german], after }])).toEqual([
    '+ text Expo hall › Name (German): a\\u001b[2J\\u202eb c',
  ]);
});

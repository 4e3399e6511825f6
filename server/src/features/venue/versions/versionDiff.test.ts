import { changeKey, venue as venueSchema, type VenueInput } from '@foyer/contract';
import { expect, test } from 'vitest';
import type { VersionContent, VersionRow } from '../store.ts';
import { smallVenue, withChanges, type Change } from '../testing/smallVenue.ts';
import { compareVersions } from './versionDiff.ts';

const content = (version: number, file: VenueInput, generation = 1): VersionContent => ({
  row: { version } as VersionRow,
  venue: venueSchema.parse(file),
  generations: new Map([['picture', generation]]),
});

const diffOf = (changes: readonly Change[], generation?: number) =>
  compareVersions(content(1, smallVenue()), content(2, withChanges(smallVenue(), ...changes), generation));

const linesOf = (changes: readonly Change[], generation?: number) =>
  diffOf(changes, generation).changes.map(({ kind, type, path, before, after }) => {
    const values = before === undefined && after === undefined ? [] : [before, after];
    return [kind, type, changeKey(path), ...values];
  });

const lobby = 'architectures[0].areas[0]';

test('VERSION-03l each changed text has its old and its new value, in each language', () => {
  const names = [
    { locale: 'en', text: 'Foyer' },
    { locale: 'de', text: 'Halle' },
  ];
  expect(linesOf([[`${lobby}.names`, names]])).toEqual([
    ['texts', 'changed', 'areas/lobby/names/en', 'Lobby', 'Foyer'],
    ['texts', 'added', 'areas/lobby/names/de', undefined, 'Halle'],
  ]);
  expect(linesOf([[`${lobby}.viewPoints[0].doors[0].names`, []]])).toEqual([
    ['texts', 'removed', 'areas/lobby/viewPoints/door-side/doors/to-hall/names/en', 'To the hall', undefined],
  ]);
});

test('VERSION-03m each changed field has its old and its new value: pictures, numbers, times, lists', () => {
  const poster = `${lobby}.contentWidgets[0]`;
  const dayOne = 'areas/lobby/contentWidgets/poster/configurations/day-one';
  expect(
    linesOf(
      [
        [`${poster}.configurations[0].begin`, '2026-11-20T09:00:00Z'],
        [`${poster}.configurations[0].cookieProviders`, []],
        [`${poster}.configurations[0].assets[0].assetId`, 'other'],
        [`${poster}.placements[0].position.x`, 0.6],
        ['architectures[0].areas[1].viewPoints[0].background.playerActive', false],
        ['architectures[0].style', { primaryColor: '#123456' }],
      ],
      2,
    ).toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
  ).toEqual([
    ['areas', 'changed', 'areas/hall/viewPoints/middle/background/playerActive', true, false],
    ['assets', 'changed', 'assets/picture/generation', 1, 2],
    ['settings', 'added', 'style/primaryColor', undefined, '#123456'],
    ['widgets', 'changed', `${dayOne}/assets/en`, 'picture', 'other'],
    ['widgets', 'changed', `${dayOne}/begin`, '2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z'],
    ['widgets', 'changed', 'areas/lobby/contentWidgets/poster/placements/door-side/position/x', 0.5, 0.6],
    ['widgets', 'removed', `${dayOne}/cookieProviders`, 'video-host', undefined],
  ]);
});

test('VERSION-03n a part that was added or removed is one change, with its widgets and texts', () => {
  expect(linesOf([['architectures[0].areas', [smallVenue().architectures[0]?.areas[1]]]])).toEqual([
    ['areas', 'removed', 'areas/lobby'],
    ['texts', 'removed', 'areas/lobby/names/en', 'Lobby', undefined],
    ['texts', 'removed', 'areas/lobby/viewPoints/door-side/doors/to-hall/names/en', 'To the hall', undefined],
    ['widgets', 'removed', 'areas/lobby/contentWidgets/poster'],
  ]);
});

test('the order counts where it has an effect', () => {
  const configuration = smallVenue().architectures[0]?.areas[0]?.contentWidgets?.[0]?.configurations[0];
  const two = [configuration, { ...configuration, id: 'day-two' }];
  const inOrder = (list: readonly unknown[]) =>
    withChanges(smallVenue(), [`${lobby}.contentWidgets[0].configurations`, list]);
  const { changes } = compareVersions(content(1, inOrder(two)), content(2, inOrder(two.toReversed())));
  const list = 'areas/lobby/contentWidgets/poster/configurations';
  expect(changes.map(({ type, path }) => [type, changeKey(path)])).toEqual([['changed', list]]);
  const areas = smallVenue().architectures[0]?.areas.toReversed();
  expect(linesOf([['architectures[0].areas', areas]])).toEqual([]);
});

test('VERSION-03o the names of what the paths lead through are the newer ones, also of parts that were removed', () => {
  const { names } = diffOf([
    [`${lobby}.names`, [{ locale: 'en', text: 'Foyer' }]],
    [`${lobby}.contentWidgets`, []],
    ['architectures[0].style', { logoAssetId: 'picture' }],
  ]);
  expect(names).toEqual({
    'areas/lobby': [{ locale: 'en', text: 'Foyer' }],
    'areas/lobby/contentWidgets/poster': 'Poster',
    'assets/picture': 'picture.webp',
  });
});

test.each([
  ['passcode', 'first', 'second'],
  ['hostMeetingUrl', 'https://zoom.us/s/1', 'https://zoom.us/s/2'],
])('MEET-06i the comparison says that a %s changed, but not its values', (field, first, second) => {
  const zoom = (value?: string) => ({
    id: 'zoom',
    type: 'ZoomWidget',
    name: 'Zoom',
    configurations: [{ id: 'always', name: 'Always', [field]: value }],
  });
  const versions = [undefined, first, second].map((value, index) =>
    content(index + 1, withChanges(smallVenue(), [`${lobby}.contentWidgets[1]`, zoom(value)])),
  );
  const changeBetween = (from: number, to: number) => {
    const [before, after] = [versions[from], versions[to]];
    return before && after && compareVersions(before, after).changes;
  };
  const path = [
    { field: 'areas', id: 'lobby' },
    { field: 'contentWidgets', id: 'zoom' },
    { field: 'configurations', id: 'always' },
    { field },
  ];
  expect(changeBetween(0, 1)).toEqual([{ kind: 'widgets', type: 'added', path, after: '•••' }]);
  expect(changeBetween(1, 2)).toEqual([
    { kind: 'widgets', type: 'changed', path, before: '•••', after: '•••' },
  ]);
  expect(changeBetween(2, 0)).toEqual([{ kind: 'widgets', type: 'removed', path, before: '•••' }]);
});

import type { AttendeePresence } from '@foyer/contract';
import { expect, test } from 'vitest';
import { groupByArea, type GroupOptions } from './groupByArea.ts';
import { Directory, normalizeForSearch, type DirectoryEntry } from './directory.ts';

const attendee = (uid: string, name?: string, rest: Partial<AttendeePresence> = {}): AttendeePresence => ({
  uid,
  ...(name !== undefined && { name }),
  ...rest,
});
const people = (...all: AttendeePresence[]) => new Map(all.map((attendee) => [attendee.uid, attendee]));

function updateAll(
  directory: Directory,
  attendees: ReadonlyMap<string, AttendeePresence>,
): readonly DirectoryEntry[] {
  const steps = directory.update(attendees);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
const namesOf = (listed: readonly DirectoryEntry[]) => listed.map(({ attendee }) => attendee.name);

test('attendees are sorted by name as in the given language, and those without a name come last', () => {
  const attendees = people(
    attendee('1', 'Zoe'),
    attendee('2'),
    attendee('3', 'Örjan'),
    attendee('4', 'Ove'),
    attendee('5', 'émile'),
  );
  expect(namesOf(updateAll(new Directory('de'), attendees))).toEqual([
    'émile',
    'Örjan',
    'Ove',
    'Zoe',
    undefined,
  ]);
  expect(namesOf(updateAll(new Directory('sv'), attendees))).toEqual([
    'émile',
    'Ove',
    'Zoe',
    'Örjan',
    undefined,
  ]);
});

test('added, removed, renamed and changed attendees are updated, and without changes the list is the same', () => {
  const directory = new Directory('en');
  updateAll(directory, people(attendee('1', 'Ada'), attendee('2', 'Bo'), attendee('3', 'Cy')));
  const after = people(attendee('1', 'Ada', { status: 'Busy' }), attendee('3', 'Aaron'), attendee('4', 'Di'));
  const listed = updateAll(directory, after);
  expect(namesOf(listed)).toEqual(['Aaron', 'Ada', 'Di']);
  expect(listed[1]?.attendee.status).toBe('Busy');
  expect(updateAll(directory, after)).toBe(listed);
});

test('PRESENCE-06c ten thousand attendees are sorted in steps of a few hundred', () => {
  const attendees = people(
    ...Array.from({ length: 10_000 }, (_, at) =>
      attendee(`u${at}`, `Person ${(at * 7_919) % 10_000}`.padEnd(12, ' ')),
    ),
  );
  let count = 0;
  const steps = new Directory('en').update(attendees);
  let step = steps.next();
  for (; !step.done; step = steps.next()) count += 1;
  expect(count).toBe(25);
  const sorted = namesOf(step.value);
  const compare = new Intl.Collator('en').compare;
  expect(sorted).toEqual([...sorted].toSorted((a = '', b = '') => compare(a, b)));
});

test('normalized text has no accents, no upper case and no vowel marks', () => {
  expect(normalizeForSearch('Léa ÅKERMAN')).toBe('lea akerman');
  expect(normalizeForSearch('مُحَمَّد')).toBe('محمد');
});

const listed = updateAll(
  new Directory('en'),
  people(
    attendee('me', 'Amara', { areaId: 'lobby' }),
    attendee('1', 'Ada Lovelace', { areaId: 'lobby', company: 'Engines' }),
    attendee('2', 'Bo', { areaId: 'plenary' }),
    attendee('3', 'Cy', { areaId: 'gone' }),
    attendee('4', 'Di'),
    attendee('5', 'Ed', { areaId: 'lounge', title: 'Engineer' }),
  ),
);
const defaults: GroupOptions = {
  filter: { kind: 'everywhere' },
  query: '',
  currentAreaId: 'lobby',
  ownId: 'me',
  areaIds: ['lounge', 'lobby', 'plenary'],
};
const sectionsOf = (options: Partial<GroupOptions>) =>
  groupByArea(listed, { ...defaults, ...options }).sections.map(({ areaId, attendees }) => [
    areaId,
    namesOf(attendees),
  ]);

test('PRESENCE-06d the current area comes first, then the others in the venue’s order, then attendees in no area', () => {
  expect(sectionsOf({})).toEqual([
    ['lobby', ['Ada Lovelace']],
    ['lounge', ['Ed']],
    ['plenary', ['Bo']],
    [undefined, ['Cy', 'Di']],
  ]);
  expect(sectionsOf({ currentAreaId: null })[0]).toEqual(['lounge', ['Ed']]);
});

test('PRESENCE-06e every word must match, in any order; matches in other areas are counted', () => {
  expect(sectionsOf({ query: 'engines lovel' })).toEqual([['lobby', ['Ada Lovelace']]]);
  const found = groupByArea(listed, { ...defaults, query: 'ENGIN', filter: { kind: 'here' } });
  expect(found).toMatchObject({ count: 1, elsewhere: 1 });
  expect(sectionsOf({ filter: { kind: 'area', areaId: 'plenary' } })).toEqual([['plenary', ['Bo']]]);
  expect(sectionsOf({ filter: { kind: 'here' }, currentAreaId: null })).toEqual([]);
});

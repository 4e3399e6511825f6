import type { AttendeePresence } from '@foyer/contract';
import { expect, test } from 'vitest';
import { arrange, type ArrangeOptions } from './arrange.ts';
import { Directory, foldText, type Listed } from './directory.ts';

const person = (uid: string, name?: string, rest: Partial<AttendeePresence> = {}): AttendeePresence => ({
  uid,
  ...(name !== undefined && { name }),
  ...rest,
});
const people = (...all: AttendeePresence[]) => new Map(all.map((one) => [one.uid, one]));

function follow(directory: Directory, attendees: ReadonlyMap<string, AttendeePresence>): readonly Listed[] {
  const pass = directory.follow(attendees);
  let step = pass.next();
  while (!step.done) step = pass.next();
  return step.value;
}
const namesOf = (listed: readonly Listed[]) => listed.map((one) => one.person.name);

test('people stand in the order of their names as the language has it, and who has none comes last', () => {
  const attendees = people(
    person('1', 'Zoe'),
    person('2'),
    person('3', 'Örjan'),
    person('4', 'Ove'),
    person('5', 'émile'),
  );
  expect(namesOf(follow(new Directory('de'), attendees))).toEqual([
    'émile',
    'Örjan',
    'Ove',
    'Zoe',
    undefined,
  ]);
  expect(namesOf(follow(new Directory('sv'), attendees))).toEqual([
    'émile',
    'Ove',
    'Zoe',
    'Örjan',
    undefined,
  ]);
});

test('who comes, goes, is renamed or changes is taken over without a new order', () => {
  const directory = new Directory('en');
  follow(directory, people(person('1', 'Ada'), person('2', 'Bo'), person('3', 'Cy')));
  const after = people(person('1', 'Ada', { status: 'Busy' }), person('3', 'Aaron'), person('4', 'Di'));
  const listed = follow(directory, after);
  expect(namesOf(listed)).toEqual(['Aaron', 'Ada', 'Di']);
  expect(listed[1]?.person.status).toBe('Busy');
  expect(follow(directory, after)).toBe(listed);
});

test('PRESENCE-06c ten thousand are put in order in steps of a few hundred', () => {
  const attendees = people(
    ...Array.from({ length: 10_000 }, (_, at) =>
      person(`u${at}`, `Person ${(at * 7_919) % 10_000}`.padEnd(12, ' ')),
    ),
  );
  let steps = 0;
  const pass = new Directory('en').follow(attendees);
  let step = pass.next();
  for (; !step.done; step = pass.next()) steps += 1;
  expect(steps).toBe(25);
  const sorted = namesOf(step.value);
  const compare = new Intl.Collator('en').compare;
  expect(sorted).toEqual([...sorted].toSorted((one = '', other = '') => compare(one, other)));
});

test('what is searched in has no accents, no capitals and no vowel marks', () => {
  expect(foldText('Léa ÅKERMAN')).toBe('lea akerman');
  expect(foldText('مُحَمَّد')).toBe('محمد');
});

const listed = follow(
  new Directory('en'),
  people(
    person('me', 'Amara', { areaId: 'lobby' }),
    person('1', 'Ada Lovelace', { areaId: 'lobby', company: 'Engines' }),
    person('2', 'Bo', { areaId: 'plenary' }),
    person('3', 'Cy', { areaId: 'gone' }),
    person('4', 'Di'),
    person('5', 'Ed', { areaId: 'lounge', title: 'Engineer' }),
  ),
);
const asked: ArrangeOptions = {
  place: { kind: 'everywhere' },
  typed: '',
  hereId: 'lobby',
  ownId: 'me',
  areaIds: ['lounge', 'lobby', 'plenary'],
};
const sectionsOf = (options: Partial<ArrangeOptions>) =>
  arrange(listed, { ...asked, ...options }).sections.map(({ areaId, people: some }) => [
    areaId,
    namesOf(some),
  ]);

test('PRESENCE-06d my area comes first, the others in the venue’s order, and who is in none of them last', () => {
  expect(sectionsOf({})).toEqual([
    ['lobby', ['Ada Lovelace']],
    ['lounge', ['Ed']],
    ['plenary', ['Bo']],
    [undefined, ['Cy', 'Di']],
  ]);
  expect(sectionsOf({ hereId: null })[0]).toEqual(['lounge', ['Ed']]);
});

test('PRESENCE-06e every word is to fit, in any order; who fits elsewhere is counted', () => {
  expect(sectionsOf({ typed: 'engines lovel' })).toEqual([['lobby', ['Ada Lovelace']]]);
  const found = arrange(listed, { ...asked, typed: 'ENGIN', place: { kind: 'here' } });
  expect(found).toMatchObject({ count: 1, elsewhere: 1 });
  expect(sectionsOf({ place: { kind: 'area', areaId: 'plenary' } })).toEqual([['plenary', ['Bo']]]);
  expect(sectionsOf({ place: { kind: 'here' }, hereId: null })).toEqual([]);
});

import { expect, test } from 'vitest';
import { defaultChoice, mergeEntries, type PresenceEntry } from './entry.ts';

/** The entry of a user on one node. */
const entry = (entryOnNode: Partial<PresenceEntry>): PresenceEntry => ({
  enteredAt: 0,
  idle: false,
  details: { name: 'Ada', company: '', title: '', host: false },
  choice: defaultChoice,
  at: 0,
  ...entryOnNode,
});

test.each([
  { nodes: [true, false], idle: false },
  { nodes: [false, true], idle: false },
  { nodes: [true, true, false], idle: false },
  { nodes: [true, true], idle: true },
])('PRESENCE-05o a user who is idle on the nodes $nodes is idle: $idle', ({ nodes, idle }) => {
  const entries = nodes.map((isIdle, index) => entry({ idle: isIdle, at: index }));
  const { own, record } = mergeEntries('u1', entries);
  expect([own.idle, record?.status]).toEqual([idle, idle ? 'Idle' : undefined]);
});

test('PRESENCE-05v over several nodes the status that was chosen last holds, whichever entry changed last', () => {
  const busy = entry({ choice: { status: 'Busy', invisible: false, chosenAt: 2 }, at: 1 });
  const available = entry({ choice: { status: 'Available', invisible: true, chosenAt: 1 }, at: 2 });
  for (const entries of [
    [busy, available],
    [available, busy],
  ]) {
    const { own, record } = mergeEntries('u1', entries);
    expect([own.status, own.invisible, record?.status]).toEqual(['Busy', false, 'Busy']);
  }
});

test('PRESENCE-02f over several nodes a user is in the area that was entered last, with the newest details', () => {
  const lobby = entry({
    areaId: 'lobby',
    enteredAt: 1,
    at: 4_321,
    details: { ...entry({}).details, name: 'Bo' },
  });
  const lounge = entry({ areaId: 'lounge', enteredAt: 2, at: 1 });
  const nowhere = entry({ at: 3 });
  for (const entries of [
    [lobby, lounge, nowhere],
    [nowhere, lounge, lobby],
  ])
    expect(mergeEntries('u1', entries).record).toStrictEqual({
      uid: 'u1',
      areaId: 'lounge',
      name: 'Bo',
      timestamp: 4_000,
    });
});

test('a record contains only the details that the user has, and no area in none', () => {
  const record = (details: PresenceEntry['details']) => mergeEntries('u1', [entry({ details })]).record;
  expect(record({ name: '', company: '', title: '', host: false })).toStrictEqual({
    uid: 'u1',
    timestamp: 0,
  });
  const all = { name: 'Ada', company: 'Loom', title: 'Dr.', host: true, picture: '1' };
  expect(record(all)).toStrictEqual({ uid: 'u1', timestamp: 0, ...all });
});

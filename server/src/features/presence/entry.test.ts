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

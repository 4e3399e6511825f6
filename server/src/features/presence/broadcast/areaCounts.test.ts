import type { DataOf, presenceCounts } from '@foyer/contract';
import { expect, test } from 'vitest';
import { messageIn } from '../testing/presence.ts';
import { AreaCounts } from './areaCounts.ts';
import { Roster, toRosterEntry } from './roster.ts';

/** Moves users and returns counts, as a broadcaster does at each tick. */
function setUp() {
  const roster = new Roster();
  const counts = new AreaCounts(roster);
  const set = (tick: number, uid: string, areaId: string | undefined, isOnline = true) => {
    const before = roster.attendees.get(uid);
    const after = isOnline ? toRosterEntry({ uid, ...(areaId === undefined ? {} : { areaId }) }) : undefined;
    roster.set(uid, after);
    counts.recordChange(tick, before, after);
  };
  const since = (sentAt: number) => {
    const frame = counts.frameSince(sentAt);
    return frame && (messageIn(frame).data as DataOf<typeof presenceCounts>);
  };
  return { counts, set, since };
}

test('the first counts of a tab are complete, and later ones contain the areas that have changed since', () => {
  const { counts, set, since } = setUp();
  set(1, 'ada', 'lobby');
  set(1, 'bo', 'lounge');
  counts.beginTick(1);
  expect(since(-1)).toEqual({ total: 2, areas: { lobby: 1, lounge: 1 }, complete: true });
  expect(since(0)).toEqual({ total: 2, areas: { lobby: 1, lounge: 1 } });
  expect(since(1)).toBeUndefined();
  set(2, 'ada', 'bar');
  counts.beginTick(2);
  expect(since(1)).toEqual({ total: 2, areas: { lobby: 0, bar: 1 } });
  set(3, 'ada', 'bar');
  set(3, 'cy', undefined);
  counts.beginTick(3);
  expect(since(2)).toEqual({ total: 3, areas: {} });
  expect(since(1)).toEqual({ total: 3, areas: { lobby: 0, bar: 1 } });
  set(4, 'cy', undefined, false);
  counts.beginTick(4);
  expect(since(3)).toEqual({ total: 2, areas: {} });
  set(5, 'bo', 'lounge', false);
  counts.beginTick(5);
  expect(since(4)).toEqual({ total: 1, areas: { lounge: 0 } });
  set(6, 'ada', 'bar');
  counts.beginTick(6);
  expect(since(5)).toBeUndefined();
});

test('an empty venue has complete counts as well', () => {
  const { counts, since } = setUp();
  counts.beginTick(1);
  expect(since(-1)).toEqual({ total: 0, areas: {}, complete: true });
});

test('all tabs with the same tick share a frame', () => {
  const { counts, set } = setUp();
  set(1, 'ada', 'lobby');
  counts.beginTick(1);
  expect(counts.frameSince(0)).toBe(counts.frameSince(0));
});

test('a tab that was last sent to more than eight ticks ago receives the complete counts', () => {
  const { counts, set, since } = setUp();
  set(1, 'ada', 'lobby');
  set(2, 'bo', 'lounge');
  set(9, 'ada', 'bar');
  counts.beginTick(10);
  expect(since(2)).toEqual({ total: 2, areas: { lobby: 0, bar: 1 } });
  expect(since(1)).toEqual({ total: 2, areas: { bar: 1, lounge: 1 }, complete: true });
  set(10, 'bo', 'bar');
  set(11, 'cy', 'lounge');
  counts.beginTick(17);
  expect(since(9)).toEqual({ total: 3, areas: { lounge: 1, bar: 2 } });
  expect(since(10)).toEqual({ total: 3, areas: { lounge: 1 } });
});

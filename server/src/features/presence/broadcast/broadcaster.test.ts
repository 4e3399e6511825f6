import { expect, test } from 'vitest';
import { PresenceTab } from '../tabs.ts';
import { messageIn } from '../testing/presence.ts';
import { Broadcaster } from './broadcaster.ts';
import { Roster, toRosterEntry } from './roster.ts';

/** A broadcaster that sends to `tabsPerTick` tabs at every tick, and the names of the events that each tab receives. */
function setUp(tabsPerTick?: number) {
  const roster = new Roster();
  const broadcaster = new Broadcaster(roster, tabsPerTick);
  let ticks = 0;
  const open = (uid: string, areaId?: string) => {
    const events: string[] = [];
    const tab = new PresenceTab({ send: (frame) => events.push(messageIn(frame).event) }, uid);
    tab.areaId = areaId;
    broadcaster.add(tab);
    return { tab, received: () => events.splice(0) };
  };
  const set = (uid: string, areaId?: string) => {
    const before = roster.attendees.get(uid);
    const after = toRosterEntry({ uid, ...(areaId === undefined ? {} : { areaId }) });
    roster.set(uid, after);
    broadcaster.recordChange(ticks + 1, before, after);
  };
  const remove = (uid: string) => {
    const before = roster.attendees.get(uid);
    roster.set(uid, undefined);
    broadcaster.recordChange(ticks + 1, before, undefined);
  };
  const tick = () => broadcaster.send((ticks += 1));
  return { broadcaster, open, set, remove, tick };
}

const [snapshot, changes, counts, followed] = [
  'presence.snapshot',
  'presence.changes',
  'presence.counts',
  'presence.followed',
];

test('a tab receives the snapshot of its area once, then changes, and in no area only counts', () => {
  const { broadcaster, open, set, tick } = setUp();
  const [ada, bo] = [open('ada', 'lobby'), open('bo')];
  tick();
  expect([ada.received(), bo.received()]).toEqual([[snapshot, counts], [counts]]);
  set('cy', 'lobby');
  tick();
  expect([ada.received(), bo.received()]).toEqual([[changes, counts], [counts]]);
  broadcaster.updateScope(ada.tab);
  tick();
  expect([ada.received(), bo.received()]).toEqual([[], []]);
  bo.tab.areaId = 'lobby';
  broadcaster.updateScope(bo.tab);
  set('cy');
  tick();
  expect([ada.received(), bo.received()]).toEqual([
    [changes, counts],
    [snapshot, counts],
  ]);
});

test('a tab that subscribes to everyone receives all areas, and leaves its scope for an area', () => {
  const { broadcaster, open, set, remove, tick } = setUp();
  const [ada, bo] = [open('ada', 'lobby'), open('bo')];
  ada.tab.subscribesToEveryone = true;
  broadcaster.updateScope(ada.tab);
  tick();
  expect([ada.received(), bo.received()]).toEqual([[snapshot, counts], [counts]]);
  set('cy', 'bar');
  tick();
  expect([ada.received(), bo.received()]).toEqual([[changes, counts], [counts]]);
  remove('cy');
  tick();
  expect([ada.received(), bo.received()]).toEqual([[changes, counts], [counts]]);
  ada.tab.subscribesToEveryone = false;
  broadcaster.updateScope(ada.tab);
  set('cy', 'bar');
  tick();
  expect([ada.received(), bo.received()]).toEqual([[snapshot, counts], [counts]]);
});

test('the counts of a tab are those of the tick in which it joins', () => {
  const roster = new Roster();
  const broadcaster = new Broadcaster(roster);
  const totals: unknown[] = [];
  for (const [index, uid] of ['ada', 'bo'].entries()) {
    broadcaster.add(new PresenceTab({ send: (frame) => totals.push(messageIn(frame).data) }, uid));
    roster.set(uid, toRosterEntry({ uid }));
    broadcaster.send(index + 1);
  }
  expect(totals).toEqual([
    { total: 1, areas: {}, complete: true },
    { total: 2, areas: {}, complete: true },
  ]);
});

test('PRESENCE-05z a tab receives changes of the users whom it follows, until it is closed', () => {
  const { broadcaster, open, set, remove, tick } = setUp();
  const [ada, bo] = [open('ada', 'lobby'), open('bo', 'lobby')];
  broadcaster.follow(ada.tab, new Set(['cy']));
  tick();
  expect([ada.received(), bo.received()]).toEqual([
    [snapshot, counts, followed],
    [snapshot, counts],
  ]);
  set('cy', 'bar');
  tick();
  expect([ada.received(), bo.received()]).toEqual([[counts, followed], [counts]]);
  remove('cy');
  tick();
  expect([ada.received(), bo.received()]).toEqual([[counts, followed], [counts]]);
  broadcaster.remove(ada.tab);
  set('cy', 'lobby');
  tick();
  expect([ada.received(), bo.received()]).toEqual([[], [changes, counts]]);
});

test('with more tabs the areas are spread over up to four ticks, and over fewer when tabs are closed', () => {
  const { broadcaster, open, set, tick } = setUp(2);
  const areas = ['a', 'b', 'c', 'd', 'e'];
  const tabs = areas.map((areaId) => open(areaId, areaId));
  const sendOnce = () => {
    for (const areaId of areas) set(`new ${areaId} ${performance.now()}`, areaId);
    tick();
    return tabs.map(({ received }, index) => (received().length > 0 ? areas[index] : '')).join('');
  };
  // Five tabs, three ticks; the areas a and d share one, and b and e.
  expect([sendOnce(), sendOnce(), sendOnce(), sendOnce()]).toEqual(['c', 'be', 'ad', 'c']);
  for (const { tab } of tabs.slice(1)) broadcaster.remove(tab);
  expect([sendOnce(), sendOnce()]).toEqual(['a', 'a']);
});

test('every area is sent to at least once in four ticks, however many tabs there are', () => {
  const { open, tick } = setUp(1);
  const tabs = Array.from({ length: 12 }, (_, index) => open(`u${index}`, `area ${index}`));
  for (let count = 0; count < 4; count++) tick();
  for (const { received } of tabs) expect(received()).toEqual([snapshot, counts]);
});

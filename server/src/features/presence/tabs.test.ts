import { expect, test } from 'vitest';
import type { PresenceEntry } from './entry.ts';
import { LogicalClock } from './logicalClock.ts';
import { PresenceTab, PresenceTabs } from './tabs.ts';
import type { CachedUser } from './userDetailsCache.ts';

const ada: CachedUser = {
  details: { name: 'Ada', company: 'Loom', title: 'Dr.', host: false, picture: '1' },
  choice: { status: 'Available', invisible: false, chosenAt: 0 },
};

/** The tabs of one node, whose users all have the details `state.user`. */
function setUp() {
  const entries = new Map<string, PresenceEntry>();
  const state = { user: ada as CachedUser | undefined, connections: 0 };
  const tabs = new PresenceTabs({
    entries: entries as never,
    userDetails: {
      get: () => state.user,
      addConnection: () => (state.connections += 1),
      removeConnection: () => (state.connections -= 1),
    } as never,
    logicalClock: new LogicalClock(() => 1_000),
  });
  const open = (uid = 'ada') => {
    const tab = new PresenceTab({ send: () => true }, uid);
    tabs.add(tab);
    return tab;
  };
  /** The changed users, and the entry of Ada afterwards. */
  const update = (now = 0) => ({ changed: [...tabs.updateEntries(now)], entry: entries.get('ada') });
  return { tabs, entries, state, open, update };
}

test('a user with a tab has one entry, and none while the details are not loaded', () => {
  const { open, update, entries, state } = setUp();
  state.user = undefined;
  open();
  expect(update()).toEqual({ changed: ['ada'], entry: undefined });
  state.user = ada;
  open();
  expect(update().entry).toStrictEqual({ enteredAt: 0, idle: false, ...ada, at: 1_000 });
  expect(entries.size).toBe(1);
  expect(update().changed).toEqual([]);
});

test('PRESENCE-02g a user is in the area of the tab that entered one last, also if that tab was opened first', () => {
  const { tabs, open, update } = setUp();
  const [first, second, third] = [open(), open(), open()];
  tabs.enterArea(second, 'lounge');
  tabs.enterArea(first, 'lobby');
  tabs.enterArea(third, 'lounge');
  tabs.enterArea(second, 'bar');
  expect(update().entry).toMatchObject({ areaId: 'bar', enteredAt: 1_003 });
  tabs.enterArea(second, undefined);
  expect(update()).toMatchObject({ changed: ['ada'], entry: { areaId: 'lounge', enteredAt: 1_002 } });
  tabs.enterArea(third, undefined);
  tabs.enterArea(first, undefined);
  expect(update().entry).toStrictEqual({ enteredAt: 0, idle: false, ...ada, at: 1_006 });
});

test('PRESENCE-05aa a user is idle if all connected tabs are, or if none is connected, all of them', () => {
  const { tabs, open, update } = setUp();
  const [first, second] = [open(), open()];
  tabs.setIdle(first, true);
  expect(update()).toMatchObject({ changed: ['ada'], entry: { idle: false } });
  tabs.disconnect(second, 10);
  expect(update()).toMatchObject({ changed: ['ada'], entry: { idle: true } });
  tabs.disconnect(first, 10);
  expect(update().entry?.idle).toBe(false);
});

test('PRESENCE-04r a closed tab stays until the end of its grace period, and the user until the last tab is gone', () => {
  const { tabs, open, update, state } = setUp();
  const [first, second] = [open(), open()];
  tabs.enterArea(first, 'lobby');
  update();
  tabs.disconnect(first, 10);
  expect(update(9)).toMatchObject({ changed: ['ada'], entry: { areaId: 'lobby' } });
  expect([tabs.of('ada'), state.connections]).toEqual([[first, second], 2]);
  expect(update(10)).toMatchObject({ changed: ['ada'], entry: { enteredAt: 0 } });
  expect([tabs.of('ada'), state.connections]).toEqual([[second], 1]);
  tabs.disconnect(second, 20);
  expect(update(20)).toEqual({ changed: ['ada'], entry: undefined });
  expect([tabs.of('ada'), state.connections]).toEqual([[], 0]);
  tabs.markChanged('ada');
  expect(update(20).changed).toEqual([]);
});

const details = (change: Partial<CachedUser['details']>): CachedUser => ({
  ...ada,
  details: { ...ada.details, ...change },
});
test.each<[string, CachedUser, isChanged: boolean]>([
  ['nothing', details({}), false],
  ['name', details({ name: 'Ada L.' }), true],
  ['company', details({ company: '' }), true],
  ['title', details({ title: '' }), true],
  ['host', details({ host: true }), true],
  ['picture', details({ picture: '2' }), true],
  ['choice', { ...ada, choice: { ...ada.choice, status: 'Busy', chosenAt: 1 } }, true],
])('an entry is sent to other nodes only if it has changed: %s', (_what, user, isChanged) => {
  const { tabs, open, update, state } = setUp();
  open();
  const before = update().entry;
  state.user = user;
  tabs.markChanged('ada');
  const { changed, entry } = update();
  expect([changed, entry]).toEqual([['ada'], { ...before, ...user, at: isChanged ? 1_001 : 1_000 }]);
  expect(entry === before).toBe(!isChanged);
});

test('an entry is sent to other nodes if the area, the time of entering or idleness has changed', () => {
  const { tabs, open, update } = setUp();
  const tab = open();
  const times = [update().entry?.at];
  tabs.enterArea(tab, 'lobby');
  times.push(update().entry?.at);
  tabs.enterArea(tab, 'lobby');
  times.push(update().entry?.at);
  tabs.setIdle(tab, true);
  times.push(update().entry?.at);
  tabs.setIdle(tab, true);
  times.push(update().entry?.at);
  expect(times).toEqual([1_000, 1_002, 1_004, 1_005, 1_005]);
});

test('the logical clock returns times that are unique and later than all it has observed', () => {
  let now = 1_000;
  const clock = new LogicalClock(() => now);
  expect([clock.next(), clock.next()]).toEqual([1_000, 1_001]);
  clock.observe(5_000);
  clock.observe(2_000);
  expect(clock.next()).toBe(5_001);
  now = 9_000;
  expect(clock.next()).toBe(9_000);
});

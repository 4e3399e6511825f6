import { ownPresenceStatus, type EventMessage } from '@foyer/contract';
import { expect, test } from 'vitest';
import type { PresenceEntry } from './entry.ts';
import { LogicalClock } from './logicalClock.ts';
import { ModePresence } from './modePresence.ts';
import { messageIn } from './testing/presence.ts';
import type { CachedUser } from './userDetailsCache.ts';

/** The presence of one node, whose users have the choice `state.user.choice`, and the entries of another node. */
function setUp() {
  const own = new Map<string, PresenceEntry>();
  const others = new Map<string, PresenceEntry>();
  const user: CachedUser = {
    details: { name: 'Ada', company: '', title: '', host: false },
    choice: { status: 'Available', invisible: false, chosenAt: 0 },
  };
  const state = { user, applied: [] as unknown[] };
  const logicalClock = new LogicalClock(() => 1_000);
  let onChange: (uid: string, entry: PresenceEntry | undefined) => void = () => undefined;
  const presence = new ModePresence({
    mode: 'LIVE',
    cluster: {
      replicatedMap: (_name: string, options: { onChange: typeof onChange }) => {
        onChange = options.onChange;
        return {
          get: (uid: string) => own.get(uid),
          set: (uid: string, entry: PresenceEntry) => own.set(uid, entry),
          delete: (uid: string) => own.delete(uid),
          entriesOf: (uid: string) => [own.get(uid) ?? [], others.get(uid) ?? []].flat(),
          flush: () => undefined,
        };
      },
    } as never,
    userDetails: {
      get: () => state.user,
      addConnection: () => undefined,
      removeConnection: () => undefined,
      applyChoice: (...applied: unknown[]) => state.applied.push(applied),
    } as never,
    logicalClock,
    monotonicClock: () => 0,
  });
  const open = () => {
    const events: EventMessage[] = [];
    const tab = presence.open({ send: (frame) => events.push(messageIn(frame)) }, 'ada');
    return { tab, received: () => events.splice(0) };
  };
  const setOther = (uid: string, entry: PresenceEntry) => {
    others.set(uid, entry);
    onChange(uid, entry);
  };
  return { presence, state, open, setOther, logicalClock };
}

const ownIn = (events: readonly EventMessage[]) =>
  events.filter(({ event }) => event === ownPresenceStatus.name).map(({ data }) => data);

test('a tab receives the status of its user when it has changed, until it is closed', () => {
  const { presence, state, open } = setUp();
  const [first, second] = [open(), open()];
  presence.tick();
  const available = { status: 'Available', invisible: false, idle: false };
  expect([ownIn(first.received()), ownIn(second.received())]).toEqual([[available], [available]]);
  presence.enterArea(first.tab, 'lobby');
  presence.tick();
  expect([ownIn(first.received()), ownIn(second.received())]).toEqual([[], []]);
  presence.close(second.tab, 10_000);
  presence.setIdle(first.tab, true);
  state.user = { ...state.user, choice: { status: 'Busy', invisible: true, chosenAt: 1 } };
  presence.markChanged('ada');
  presence.tick();
  const busy = { status: 'Busy', invisible: true, idle: true };
  expect([ownIn(first.received()), second.received()]).toEqual([[busy], []]);
  const third = open();
  presence.tick();
  expect(ownIn(third.received())).toEqual([{ ...busy, idle: false }]);
  presence.setIdle(third.tab, true);
  presence.tick();
  expect(ownIn(third.received())).toEqual([busy]);
});

test('an entry of another node is applied: its record, its choice and its times', () => {
  const { presence, state, setOther, logicalClock } = setUp();
  const choice = { status: 'Busy', invisible: false, chosenAt: 7 } as const;
  const details = { name: 'Bo', company: '', title: '', host: false };
  setOther('bo', { areaId: 'lobby', enteredAt: 3_000, idle: false, details, choice, at: 2_000 });
  presence.tick();
  expect(presence.roster.in('lobby').get('bo')?.record).toMatchObject({ name: 'Bo', status: 'Busy' });
  expect(state.applied).toEqual([['bo', choice]]);
  expect(logicalClock.next()).toBe(3_001);
});

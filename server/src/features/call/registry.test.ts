import { callChanged, callDeclined, callRingingStopped, type Event } from '@foyer/contract';
import { expect, test } from 'vitest';
import type { Connection } from '#platform/realtime/connection';
import { CallRegistry, callUpdate, reconcileEveryMs } from './registry.ts';
import { addParticipant, declineRinging, type CallState } from './state.ts';
import { CallSubscribers } from './subscribers.ts';

const ada = { uid: 'ada', name: 'Ada' };
const media = { microphone: true, camera: false, screen: false };
/** Ada calls Bo. */
const ringing: CallState = {
  mode: 'LIVE',
  roomId: 'r1',
  engine: 'mesh',
  startedAt: 1,
  by: ada,
  hasRung: true,
  allowedUsers: ['ada', 'bo'],
  ringing: ['bo'],
  declined: [],
  declinedSilently: [],
  missed: [],
  participants: [{ tabId: 't1', user: ada, media, nodeId: 'n1', connectionId: 'ada' }],
};
const call = { id: 'k1', version: 1, state: ringing };
const declinedByBo = { ...ringing, ...declineRinging(ringing, 'bo', { isSilent: false }) };
const stopped = (reason: string) => ['bo', callRingingStopped, { callId: 'k1', reason }];
const changed = (uid: string) => [uid, callChanged, { call: expect.objectContaining({ participants: [] }) }];

/** The registry of a node to which Ada and Bo are connected. `sent` returns what was sent to whom since the last time. */
function registryWithTabs() {
  const frames: [uid: string, text: string][] = [];
  const tabs = new Map(
    ['ada', 'bo'].map((uid) => [
      uid,
      new Set([
        { id: uid, send: (frame: Buffer) => frames.push([uid, frame.toString()]) },
      ]) as unknown as ReadonlySet<Connection>,
    ]),
  );
  const subscribers = new CallSubscribers({ tabsOf: (_mode, uid) => tabs.get(uid) ?? new Set() });
  for (const [tab] of tabs.values()) if (tab !== undefined) subscribers.add(tab);
  let now = 1;
  const registry = new CallRegistry(subscribers, () => now);
  const events: readonly Event[] = [callChanged, callDeclined, callRingingStopped];
  const sent = () =>
    frames.splice(0).map(([uid, text]) => {
      const { event, data } = JSON.parse(text.slice(text.indexOf('{"event"'))) as {
        event: string;
        data: unknown;
      };
      return [uid, events.find(({ name }) => name === event) ?? event, data];
    });
  const advance = (milliseconds: number) => void (now += milliseconds);
  return { registry, sent, advance };
}

test('CHAT-12au how a call ended is sent also if a node sees first that the call is not stored any more', () => {
  const { registry, sent } = registryWithTabs();
  registry.apply(call);
  sent();
  registry.reconcile([]);
  expect(sent()).toEqual([]);
  registry.apply({ id: 'k1', version: 2, state: declinedByBo, over: true });
  expect(sent()).toEqual([
    ['ada', callDeclined, { callId: 'k1', user: { uid: 'bo' } }],
    changed('ada'),
    changed('bo'),
    stopped('declined'),
  ]);
  registry.reconcile([]);
  expect(sent()).toEqual([]);
});

test('CHAT-12av a call that is not stored any more has ended after a while, also if no update says so', () => {
  const { registry, sent, advance } = registryWithTabs();
  registry.apply(call);
  sent();
  // Several reconciliations may follow each other at once.
  for (const stored of [[], [], [call], []]) {
    registry.reconcile(stored);
    advance(reconcileEveryMs - 1);
  }
  registry.reconcile([]);
  expect(sent()).toEqual([]);
  advance(1);
  registry.reconcile([]);
  expect(sent()).toEqual([changed('ada'), changed('bo'), stopped('ended')]);
  expect(registry.all()).toEqual([]);
});

test('a call update keeps the whole state on its way to another node', () => {
  const [participant] = ringing.participants;
  const full: CallState = {
    ...ringing,
    declinedSilently: ['dan'],
    missed: ['cy'],
    participants: participant === undefined ? [] : [{ ...participant, lost: true }],
  };
  const bo = { tabId: 't2', user: { uid: 'bo' }, media, nodeId: 'n2', connectionId: 'c2' };
  for (const state of [full, addParticipant(full, bo, 2)]) {
    const update = { id: 'k1', version: 3, state };
    expect(callUpdate.parse(JSON.parse(JSON.stringify(update)))).toEqual(update);
  }
});

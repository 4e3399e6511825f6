import { expect, test } from 'vitest';
import { callUpdate } from './registry.ts';
import { addParticipant, type CallState } from './state.ts';

const ada = { uid: 'ada', name: 'Ada' };
const media = { microphone: true, camera: false, screen: false };

test('a call update keeps the whole state on its way to another node', () => {
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
    declinedSilently: ['dan'],
    missed: ['cy'],
    participants: [{ tabId: 't1', user: ada, media, nodeId: 'n1', connectionId: 'c1', lost: true }],
  };
  const bo = { tabId: 't2', user: { uid: 'bo' }, media, nodeId: 'n2', connectionId: 'c2' };
  for (const state of [ringing, addParticipant(ringing, bo, 2)]) {
    const update = { id: 'k1', version: 3, state };
    expect(callUpdate.parse(JSON.parse(JSON.stringify(update)))).toEqual(update);
  }
});

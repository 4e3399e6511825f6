import { expect, test } from 'vitest';
import { CallChanges, type CallChangesDeps } from './changes.ts';
import type { CallNotice } from './ports.ts';
import type { StoredCall } from './store.ts';

/** A call that rings for no one: its room gets a notice that it has started. */
const call: StoredCall = {
  id: 'k1',
  version: 1,
  state: {
    mode: 'LIVE',
    roomId: 'r1',
    engine: 'mesh',
    startedAt: 1,
    by: { uid: 'ada' },
    hasRung: false,
    allowedUsers: ['ada'],
    ringing: [],
    declined: [],
    declinedSilently: [],
    missed: [],
    participants: [],
  },
};

/** Starts the call while the first `failures` notices cannot be stored. */
async function start(failures: number) {
  const posted: CallNotice[] = [];
  const warnings: unknown[] = [];
  const pauses: number[] = [];
  const changes = new CallChanges({
    store: { insert: async () => true },
    registry: { apply: () => undefined },
    cluster: { channel: () => ({ broadcast: () => undefined }) },
    rooms: {
      postNotice: async (_roomId: string, notice: CallNotice) => {
        posted.push(notice);
        if (posted.length <= failures) throw new Error('The database is overloaded.');
      },
    },
    pause: async (milliseconds: number) => void pauses.push(milliseconds),
    log: { warn: (fields: unknown) => warnings.push(fields) },
  } as unknown as CallChangesDeps);
  const isCreated = await changes.create(call);
  return { isCreated, posted, warnings, pauses };
}

test('CHAT-12aw a notice that could not be stored is posted again with the same id, after a pause', async () => {
  const { posted, warnings, pauses } = await start(1);
  const [first] = posted;
  expect(first).toEqual({ id: expect.any(String), authorId: 'ada', notice: { kind: 'callStarted' } });
  expect(posted).toEqual([first, first]);
  expect(warnings).toHaveLength(1);
  expect(pauses).toHaveLength(1);
});

test('CHAT-12ax a call starts even if its notice can never be stored', async () => {
  const { isCreated, posted, warnings } = await start(Number.POSITIVE_INFINITY);
  expect(isCreated).toBe(true);
  expect([posted.length, warnings.length]).toEqual([4, 4]);
});

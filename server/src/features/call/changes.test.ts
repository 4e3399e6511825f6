import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Pause } from '#platform/clock';
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

const untilAborted: Pause = async (_milliseconds, signal) => {
  if (signal !== undefined) await once(signal, 'abort');
  signal?.throwIfAborted();
};

/** Starts the call while the first `failures` notices cannot be stored. */
async function start(failures: number, options: Partial<CallChangesDeps> = {}) {
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
    ...options,
  } as unknown as CallChangesDeps);
  const isCreated = await changes.create(call);
  return { changes, isCreated, posted, warnings, pauses };
}

test('CHAT-12aw a notice that could not be stored is posted again with the same id, after a pause', async () => {
  const { posted, warnings, pauses } = await start(1);
  await expect.poll(() => posted.length).toBe(2);
  const [first] = posted;
  expect(first).toEqual({ id: expect.any(String), authorId: 'ada', notice: { kind: 'callStarted' } });
  expect(posted[1]).toEqual(first);
  expect(warnings).toHaveLength(1);
  expect(pauses).toEqual([expect.any(Number)]);
  expect(pauses[0]).toBeGreaterThanOrEqual(250);
  expect(pauses[0]).toBeLessThan(750);
});

test('CHAT-12ax a call starts even if its notice can never be stored', async () => {
  const { isCreated, posted, warnings } = await start(Number.POSITIVE_INFINITY);
  expect(isCreated).toBe(true);
  await expect.poll(() => warnings.length).toBe(4);
  expect(posted).toHaveLength(4);
});

test('CHAT-12ba a call starts while its notice is still being stored, and a stopping server waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { changes, isCreated } = await start(0, {
    rooms: { postNotice: () => promise },
  });
  expect(isCreated).toBe(true);
  let hasStopped = false;
  const stopping = changes.stop().then(() => (hasStopped = true));
  await nextTurn();
  expect(hasStopped).toBe(false);
  resolve();
  await stopping;
});

test('CHAT-12bb a stopping server does not wait for the next attempt to store a notice', async () => {
  const { changes, posted } = await start(Number.POSITIVE_INFINITY, { pause: untilAborted });
  await nextTurn();
  await changes.stop();
  expect(posted).toHaveLength(1);
});

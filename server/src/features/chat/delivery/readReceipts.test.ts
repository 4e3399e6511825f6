import { expect, test } from 'vitest';
import type { LowestReads } from '../rooms/roomStore.ts';
import { ChatReadReceipts, type ChatReadReceiptsDeps } from './readReceipts.ts';

test('CHAT-07re reads are published together, once per interval, and only if they change a receipt', async () => {
  const queries: (readonly string[])[] = [];
  const sent: unknown[] = [];
  let reads: LowestReads = {
    lowest: { userId: 'bo', sharedReadSeq: 1 },
    next: { userId: 'cy', sharedReadSeq: 3 },
  };
  const connections = ['ada', 'bo'].map((uid) => ({
    uid,
    send: (frame: Buffer) => sent.push([uid, /"othersReadSeq":(\d+)/.exec(frame.toString())?.[1]]),
  }));
  let tick = (): void => undefined;
  let handled: Promise<void> | void;
  const receipts = new ChatReadReceipts({
    roomStore: {
      lowestReads: async (roomIds: readonly string[]) => {
        queries.push(roomIds);
        const alone: LowestReads = { ...reads, next: undefined };
        return new Map(roomIds.map((roomId) => [roomId, roomId === 'alone' ? alone : reads] as const));
      },
    },
    subscribers: {
      ofRoom: (roomId: string) =>
        new Map(roomId === 'nobody-here' ? [] : connections.map((each) => [each, 0])),
      get: (connection: unknown) => connection,
    },
    cluster: {
      channel: (_name: string, { handle }: { handle: (roomIds: string[]) => Promise<void> }) => ({
        broadcast: (roomIds: string[]) => (handled = handle(roomIds)),
      }),
    },
    every: (_ms: number, run: () => void) => {
      tick = run;
      return () => undefined;
    },
    log: { warn: () => undefined },
  } as unknown as ChatReadReceiptsDeps);
  const publish = async (): Promise<void> => {
    tick();
    await handled;
  };
  receipts.start();
  receipts.update('alone');
  for (let member = 0; member < 500; member++) receipts.update('r1');
  receipts.update('nobody-here');
  await publish();
  expect(queries).toEqual([['alone', 'r1']]);
  expect(sent.splice(0)).toEqual([
    ['ada', '1'],
    ['bo', '3'],
  ]);
  await publish();
  expect(queries).toHaveLength(1);
  receipts.update('r1');
  await publish();
  expect([queries.length, sent]).toEqual([2, []]);
  reads = { lowest: { userId: 'bo', sharedReadSeq: 2 }, next: { userId: 'cy', sharedReadSeq: 3 } };
  receipts.update('r1');
  await publish();
  expect(sent).toEqual([
    ['ada', '2'],
    ['bo', '3'],
  ]);
});

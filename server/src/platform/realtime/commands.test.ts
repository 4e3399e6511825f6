import { ping } from '@foyer/contract';
import { expect, test } from 'vitest';
import { TokenBucket } from '#platform/realtime/rateLimit';
import { Commands, onCommand } from '#platform/realtime/commands';
import type { Connection } from '#platform/realtime/connection';

test('settle waits for running commands', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const commands = new Commands({
    handlers: [onCommand(ping, () => promise)],
    log: { warn: () => undefined, error: () => undefined } as never,
    nextId: () => 'r-1',
    monotonicClock: () => 0,
    outages: { report: () => undefined },
  });
  const sent: string[] = [];
  const connection = {
    commandBucket: new TokenBucket({ burst: 10, everyMs: 1_000 }, 0),
    send: (frame: Buffer) => sent.push(frame.toString('latin1')),
  } as unknown as Connection;
  void commands.handleMessage(connection, JSON.stringify({ id: 1, command: ping.name }));
  let isSettled = false;
  const settled = commands.settle(60_000).then(() => (isSettled = true));
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect([isSettled, sent.length]).toEqual([false, 0]);
  resolve();
  await settled;
  await Promise.resolve();
  expect(sent).toHaveLength(1);
});

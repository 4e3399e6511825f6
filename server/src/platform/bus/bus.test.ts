import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openBus } from '#platform/bus/open';
import { createLog } from '#platform/log/log';
import { startRedis } from '#testing/redis';

const silent = createLog('silent');

/** Collects the messages that a bus receives on a channel. */
function collectMessages(bus: Awaited<ReturnType<typeof openBus>>, channel: string): string[] {
  const messages: string[] = [];
  bus.subscribe(channel, (message) => messages.push(message));
  return messages;
}

test('nodes receive each other’s messages over Redis, but not their own, and reconnect after Redis was down', async () => {
  const redis = await startRedis();
  const [one, two] = await Promise.all([openBus(redis.url, 'n1', silent), openBus(redis.url, 'n2', silent)]);
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close()]);
    await redis.stop();
  });
  const [receivedByOne, receivedByTwo] = [collectMessages(one, 'presence'), collectMessages(two, 'presence')];
  const returnedMessages: string[] = [];
  one.subscribe(
    'presence',
    () => undefined,
    (message) => returnedMessages.push(message),
  );
  let reconnects = 0;
  two.onReturn(() => (reconnects += 1));
  await expect
    .poll(() => {
      one.publish('presence', 'hello you');
      return receivedByTwo[0];
    })
    .toBe('hello you');
  expect(receivedByOne).toEqual([]);
  await expect.poll(() => returnedMessages[0]).toBe('hello you');
  await redis.stop();
  one.publish('presence', 'sent while Redis is down');
  await redis.start();
  await expect.poll(() => reconnects).toBe(1);
  await expect
    .poll(
      () => {
        one.publish('presence', 'again');
        return receivedByTwo.at(-1);
      },
      { timeout: 30_000 },
    )
    .toBe('again');
  expect(receivedByTwo).not.toContain('sent while Redis is down');
});

test('a lost bus is logged once, its return too, and closing it is not logged', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const lines: string[] = [];
  const log = createLog('info', {
    write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg),
  });
  const [bus, closed] = await Promise.all([openBus(redis.url, 'n1', log), openBus(redis.url, 'n2', log)]);
  await closed.close();
  await redis.stop();
  let attempts = 0;
  const unavailable = createServer((socket) => {
    attempts += 1;
    socket.destroy();
  }).listen(Number(new URL(redis.url).port), '127.0.0.1');
  await expect.poll(() => attempts).toBeGreaterThan(6);
  unavailable.close();
  await once(unavailable, 'close');
  await redis.start();
  await expect.poll(() => lines).toContain('bus reconnected');
  await bus.close();
  expect(lines).toEqual([
    'bus disconnected; presence of other nodes is outdated until it reconnects',
    'bus reconnected',
  ]);
});

test('an unreachable REDIS_URL is rejected with one line', async () => {
  await expect(openBus('redis://127.0.0.1:1', 'n1', silent)).rejects.toThrow(
    /^REDIS_URL is not reachable: .*; expected a running Redis or Valkey server$/,
  );
});

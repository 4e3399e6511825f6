import { expect, onTestFinished, test } from 'vitest';
import { openBus } from '#platform/bus/open';
import { createLog } from '#platform/log/log';
import { startRedis } from '#testing/redis';

const silent = createLog('silent');

/** What a bus hears on a channel, one after the other. */
function heardOn(bus: Awaited<ReturnType<typeof openBus>>, channel: string): string[] {
  const heard: string[] = [];
  bus.subscribe(channel, (message) => heard.push(message));
  return heard;
}

test('nodes hear each other over Redis, and not themselves; a Redis that was gone is found again', async () => {
  const redis = await startRedis();
  const [one, two] = await Promise.all([openBus(redis.url, 'n1', silent), openBus(redis.url, 'n2', silent)]);
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close()]);
    await redis.stop();
  });
  const [ofOne, ofTwo] = [heardOn(one, 'presence'), heardOn(two, 'presence')];
  const back: string[] = [];
  one.subscribe(
    'presence',
    () => undefined,
    (message) => back.push(message),
  );
  let returned = 0;
  two.onReturn(() => (returned += 1));
  await expect
    .poll(() => {
      one.publish('presence', 'hello you');
      return ofTwo[0];
    })
    .toBe('hello you');
  expect(ofOne).toEqual([]);
  await expect.poll(() => back[0]).toBe('hello you');
  await redis.stop();
  one.publish('presence', 'nobody hears this');
  await redis.start();
  await expect.poll(() => returned).toBe(1);
  await expect
    .poll(
      () => {
        one.publish('presence', 'again');
        return ofTwo.at(-1);
      },
      { timeout: 30_000 },
    )
    .toBe('again');
  expect(ofTwo).not.toContain('nobody hears this');
});

test('a REDIS_URL that leads nowhere stops the start with one line', async () => {
  await expect(openBus('redis://127.0.0.1:1', 'n1', silent)).rejects.toThrow(
    /^REDIS_URL leads to no Redis or Valkey that answers: .*; expected one that is running$/,
  );
});

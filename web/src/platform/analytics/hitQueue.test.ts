import { expect, test, vi } from 'vitest';
import { hitQueue, type SendHit } from './hitQueue.ts';
import { hitFactory, type Hit } from './hits.ts';
import { stubWindowForTests } from '../time/testing/stubWindow.ts';

const browser = stubWindowForTests();

const { heartbeat: createHit } = hitFactory('https://venue.example.org/', '', 'en');
const response = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers });

/** A queue to a collector that answers with these statuses in turn, and then with 204; 0: it does not answer. */
function setUp(...statuses: readonly number[]) {
  const remaining = [...statuses];
  const sent: { readonly hit: Hit; readonly at: number }[] = [];
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const send: SendHit = async (hit) => {
    sent.push({ hit, at: Date.now() });
    const status = remaining.shift() ?? 204;
    if (status === 0) throw new TypeError('Failed to fetch');
    return response(status);
  };
  const queue = hitQueue(send);
  return { queue, sent, warnings, hits: () => sent.map(({ hit }) => hit) };
}

test('TRACK-03a a hit is repeated ten times, after 2, 4, 8 … seconds, and then dropped with one line in the console', async () => {
  const { queue, sent, warnings } = setUp(
    ...Array.from({ length: 11 }, (_, index) => [0, 429, 503][index % 3] ?? 0),
  );
  const [first, second] = [createHit(), createHit()];
  queue.add(first);
  queue.add(second);
  await vi.advanceTimersByTimeAsync(2_046_000);
  const seconds = [0, 2, 6, 14, 30, 62, 126, 254, 510, 1_022, 2_046];
  expect(sent.map(({ at }) => at / 1_000)).toEqual([...seconds, 2_046]);
  expect(sent.map(({ hit }) => hit)).toEqual([...seconds.map(() => first), second]);
  expect(warnings).toHaveBeenCalledOnce();
  expect(queue.isEmpty).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('TRACK-03b hits arrive in their order, although the first one has to be repeated', async () => {
  const { queue, hits, warnings } = setUp(500, 204, 0);
  const three = [createHit(), createHit(), createHit()];
  for (const hit of three) queue.add(hit);
  await vi.advanceTimersByTimeAsync(4_000);
  const [first, second, third] = three;
  expect(hits()).toEqual([first, first, second, second, third]);
  expect(warnings).not.toHaveBeenCalled();
});

test('TRACK-03c a hit that the collector rejects is dropped at once', async () => {
  const { queue, hits, warnings } = setUp(400);
  const [first, second] = [createHit(), createHit()];
  queue.add(first);
  queue.add(second);
  await vi.advanceTimersByTimeAsync(0);
  expect(hits()).toEqual([first, second]);
  expect(warnings).toHaveBeenCalledOnce();
});

test('TRACK-03d a collector that asks for a longer delay is not asked before', async () => {
  const sentAt: number[] = [];
  const queue = hitQueue(async () => {
    sentAt.push(Date.now());
    return sentAt.length === 1 ? response(429, { 'retry-after': '5' }) : response(204);
  });
  queue.add(createHit());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sentAt).toEqual([0, 5_000]);
});

test('TRACK-03e a hit without a response is repeated when the browser is online again', async () => {
  const { queue, sent } = setUp(0, 0, 0);
  queue.add(createHit());
  await vi.advanceTimersByTimeAsync(7_000);
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.map(({ at }) => at)).toEqual([0, 2_000, 6_000, 7_000]);
});

test('TRACK-03f at most 500 hits wait, the oldest', async () => {
  const { queue, hits } = setUp(0);
  const all = Array.from({ length: 600 }, createHit);
  for (const hit of all) queue.add(hit);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(hits()).toEqual([all[0], ...all.slice(0, 500)]);
});

test('TRACK-03g a page that is closed sends what waits at once, in order, and not what is being sent', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const sent: Hit[] = [];
  const queue = hitQueue((hit) => {
    sent.push(hit);
    return sent.length === 1 ? promise : Promise.reject(new TypeError('Failed to fetch'));
  });
  const three = [createHit(), createHit(), createHit()];
  for (const hit of three) queue.add(hit);
  queue.flush();
  expect(sent).toEqual(three);
  resolve(response(204));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(three);
  expect(queue.isEmpty).toBe(true);
});

test.each([204, 400, 503])(
  'TRACK-03 a hit that is being sent at a flush is not repeated, one that is added after it is (%d)',
  async (status) => {
    const { queue, hits, warnings } = setUp(status, 503);
    const [first, second] = [createHit(), createHit()];
    queue.add(first);
    queue.flush();
    queue.add(second);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(hits()).toEqual([first, second, second]);
    expect(queue.isEmpty).toBe(true);
    expect(warnings).not.toHaveBeenCalled();
  },
);

test('TRACK-03h a page that is closed while a hit waits for its next attempt sends it at once, and only once', async () => {
  const { queue, sent } = setUp(503);
  queue.add(createHit());
  await vi.advanceTimersByTimeAsync(1_000);
  queue.flush();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.map(({ at }) => at)).toEqual([0, 1_000]);
  queue.add(createHit());
  expect(sent).toHaveLength(3);
});

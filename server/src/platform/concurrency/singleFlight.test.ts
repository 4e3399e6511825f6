import { expect, test } from 'vitest';
import { SingleFlight } from '#platform/concurrency/singleFlight';

function start() {
  const flights = new SingleFlight<string>();
  const begun: PromiseWithResolvers<string>[] = [];
  const run = (key: string) =>
    flights.run(key, () => {
      const work = Promise.withResolvers<string>();
      begun.push(work);
      return work.promise;
    });
  return { flights, begun, run };
}

test('callers share the work of a key while it runs, and not that of another', async () => {
  const { begun, run } = start();
  const shared = [run('a'), run('a')];
  const other = run('b');
  expect(begun).toHaveLength(2);
  begun[0]?.resolve('first');
  begun[1]?.resolve('other');
  expect(await Promise.all([...shared, other])).toEqual(['first', 'first', 'other']);
});

test('work that has settled is done again by the next caller, also after a failure', async () => {
  const { begun, run } = start();
  const failing = [run('a'), run('a')];
  begun[0]?.reject(new Error('broken'));
  for (const call of failing) await expect(call).rejects.toThrow('broken');
  const next = run('a');
  begun[1]?.resolve('second');
  expect(await next).toBe('second');
});

test('a stop waits for the work that runs', async () => {
  const { flights, begun, run } = start();
  const order: string[] = [];
  void run('a').then(() => order.push('work'));
  const settled = flights.settle().then(() => order.push('settled'));
  begun[0]?.resolve('done');
  await settled;
  expect(order).toEqual(['work', 'settled']);
});

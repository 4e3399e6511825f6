import { expect, test } from 'vitest';
import { SingleFlight } from '#platform/concurrency/singleFlight';

function start() {
  const flights = new SingleFlight<string>();
  const started: PromiseWithResolvers<string>[] = [];
  const run = (key: string) =>
    flights.run(key, () => {
      const work = Promise.withResolvers<string>();
      started.push(work);
      return work.promise;
    });
  return { flights, started, run };
}

test('callers share the running work of a key, but not of another key', async () => {
  const { started, run } = start();
  const shared = [run('a'), run('a')];
  const other = run('b');
  expect(started).toHaveLength(2);
  started[0]?.resolve('first');
  started[1]?.resolve('other');
  expect(await Promise.all([...shared, other])).toEqual(['first', 'first', 'other']);
});

test('after the work has settled, also with an error, the next caller runs it again', async () => {
  const { started, run } = start();
  const failing = [run('a'), run('a')];
  started[0]?.reject(new Error('broken'));
  for (const call of failing) await expect(call).rejects.toThrow('broken');
  const next = run('a');
  started[1]?.resolve('second');
  expect(await next).toBe('second');
});

test('settle waits for running work', async () => {
  const { flights, started, run } = start();
  const order: string[] = [];
  void run('a').then(() => order.push('work'));
  const settled = flights.settle().then(() => order.push('settled'));
  started[0]?.resolve('done');
  await settled;
  expect(order).toEqual(['work', 'settled']);
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CoalescingTask } from '#platform/concurrency/coalescingTask';

/** A task whose runs wait until the test ends them. */
function start() {
  const runs: PromiseWithResolvers<void>[] = [];
  const task = new CoalescingTask(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  return { task, runs };
}

test('requests during a run lead to exactly one more run after it', async () => {
  const { task, runs } = start();
  const first = task.request();
  expect(runs).toHaveLength(1);
  const later = [task.request(), task.request()];
  await nextTurn();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await first;
  await nextTurn();
  expect([runs.length, task.isRunning]).toEqual([2, true]);
  runs[1]?.resolve();
  await Promise.all(later);
  await nextTurn();
  expect([runs.length, task.isRunning]).toEqual([2, false]);
  void task.request();
  expect(runs).toHaveLength(3);
});

test('a request as soon as a run has ended does not overlap with the next run', async () => {
  const { task, runs } = start();
  const asSoonAsEnded = task.request().then(() => task.request());
  void task.request();
  runs[0]?.resolve();
  await nextTurn();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await asSoonAsEnded;
  expect(runs).toHaveLength(2);
});

test('a failed run rejects its own requests only, and the next run starts', async () => {
  const { task, runs } = start();
  const failing = expect(task.request()).rejects.toThrow('broken');
  const next = task.request();
  runs[0]?.reject(new Error('broken'));
  await failing;
  await nextTurn();
  runs[1]?.resolve();
  await next;
  expect(runs).toHaveLength(2);
});

test('settle waits for the current and the requested run, also if they fail', async () => {
  const { task, runs } = start();
  const requests = [task.request(), task.request()].map((request) =>
    expect(request).rejects.toThrow('broken'),
  );
  let isSettled = false;
  const settling = task.settle().then(() => (isSettled = true));
  runs[0]?.reject(new Error('broken'));
  await nextTurn();
  expect(isSettled).toBe(false);
  runs[1]?.reject(new Error('broken'));
  await Promise.all([settling, ...requests]);
});

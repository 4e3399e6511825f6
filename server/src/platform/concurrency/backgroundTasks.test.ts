import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BackgroundTasks, type BackgroundTaskOptions } from '#platform/concurrency/backgroundTasks';

function start(options?: BackgroundTaskOptions) {
  const logged: object[] = [];
  const warn = (fields: object, msg: string) => void logged.push({ ...fields, msg });
  return { logged, tasks: new BackgroundTasks({ warn }, options) };
}

/** Whether a promise has settled by now. */
async function hasSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol();
  await turn();
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

test('a stop waits for what runs, and for what that starts', async () => {
  const { tasks } = start();
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  tasks.run('first', async () => {
    await first.promise;
    tasks.run('second', () => second.promise);
  });
  const settled = tasks.settle();
  expect(await hasSettled(settled)).toBe(false);
  first.resolve();
  expect(await hasSettled(settled)).toBe(false);
  second.resolve();
  await settled;
});

test('a task that fails is logged by its name, and a stop does not fail for it', async () => {
  const { tasks, logged } = start();
  const fault = new Error('broken');
  tasks.run('mail', () => Promise.reject(fault), { to: 7 });
  await tasks.settle();
  expect(logged).toEqual([{ err: fault, task: 'mail', to: 7, msg: 'background task failed' }]);
});

test('more tasks than may run are dropped, with a line in the log', async () => {
  const { tasks, logged } = start({ maxRunning: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun: string[] = [];
  tasks.run('one', () => promise);
  tasks.run('two', async () => void begun.push('two'));
  expect(logged).toEqual([{ task: 'two', msg: 'background task dropped: too many are running' }]);
  resolve();
  await tasks.settle();
  tasks.run('three', async () => void begun.push('three'));
  expect(begun).toEqual(['three']);
});

test('a tracked promise is returned as it is, its failure belongs to the caller', async () => {
  const { tasks, logged } = start();
  const { promise, reject } = Promise.withResolvers<void>();
  expect(tasks.track(promise)).toBe(promise);
  const settled = tasks.settle();
  expect(await hasSettled(settled)).toBe(false);
  reject(new Error('broken'));
  await expect(promise).rejects.toThrow('broken');
  await settled;
  expect(logged).toEqual([]);
});

test('a stop with a limit does not wait longer, and leaves no timer behind', async () => {
  const pauses: { milliseconds: number; end: () => void; signal: AbortSignal | undefined }[] = [];
  const pause = (milliseconds: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => pauses.push({ milliseconds, end: resolve, signal }));
  const { tasks } = start({ pause });
  const { promise, resolve } = Promise.withResolvers<void>();
  tasks.run('slow', () => promise);
  const limited = tasks.settle(500);
  expect(await hasSettled(limited)).toBe(false);
  expect(pauses[0]?.milliseconds).toBe(500);
  pauses[0]?.end();
  await limited;
  resolve();
  await tasks.settle(700);
  expect(pauses[1]).toMatchObject({ milliseconds: 700, signal: { aborted: true } });
});

import { setImmediate as nextTurn } from 'node:timers/promises';
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
  await nextTurn();
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

test('settle waits for running tasks and for the tasks that they start', async () => {
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

test('a failed task is logged with its name, and settle does not reject', async () => {
  const { tasks, logged } = start();
  const error = new Error('broken');
  tasks.run('mail', () => Promise.reject(error), { to: 7 });
  await tasks.settle();
  expect(logged).toEqual([{ err: error, task: 'mail', to: 7, msg: 'background task failed' }]);
});

test('tasks beyond maxRunning are dropped and logged', async () => {
  const { tasks, logged } = start({ maxRunning: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const started: string[] = [];
  tasks.run('one', () => promise);
  tasks.run('two', async () => void started.push('two'));
  expect(logged).toEqual([{ task: 'two', msg: 'background task dropped: too many are running' }]);
  resolve();
  await tasks.settle();
  tasks.run('three', async () => void started.push('three'));
  expect(started).toEqual(['three']);
});

test('track returns the promise unchanged and does not log its failure', async () => {
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

test('settle with a limit waits no longer than the limit and leaves no timer running', async () => {
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

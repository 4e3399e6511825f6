import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KeyedMutex, KeyedSemaphore, QueueFull, Semaphore } from '#platform/concurrency/semaphore';

/** Creates work that runs until `end` is called, and records the order in which it starts. */
function recorder() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    work: (name: string) => () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
    end: async (name: string) => {
      ends.get(name)?.();
      await nextTurn();
    },
  };
}

test('a semaphore runs as much work at a time as it has permits, in order of arrival', async () => {
  const semaphore = new Semaphore({ permits: 2 });
  const { started, work, end } = recorder();
  const results = ['a', 'b', 'c', 'd'].map((name) => semaphore.run(work(name)));
  expect(started).toEqual(['a', 'b']);
  await end('b');
  expect(started).toEqual(['a', 'b', 'c']);
  await end('a');
  await end('c');
  await end('d');
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  expect(semaphore.isIdle).toBe(true);
});

test('a freed permit goes to the queue before a simultaneous new caller', async () => {
  const semaphore = new Semaphore({ permits: 1 });
  const { started, work, end } = recorder();
  const first = semaphore.run(work('first')).then(() => void semaphore.run(work('late')));
  void semaphore.run(work('queued'));
  await end('first');
  await first;
  expect(started).toEqual(['first', 'queued']);
  await end('queued');
  expect(started).toEqual(['first', 'queued', 'late']);
});

test('failed work frees its permit', async () => {
  const semaphore = new Semaphore({ permits: 1 });
  const failing = semaphore.run(() => Promise.reject(new Error('broken')));
  const next = semaphore.run(async () => 'next');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test('a full queue rejects immediately, and waiting work keeps its position', async () => {
  const semaphore = new Semaphore({ permits: 1, maxQueued: 1 });
  const { started, work, end } = recorder();
  void semaphore.run(work('a'));
  void semaphore.run(work('b'));
  await expect(semaphore.run(work('c'))).rejects.toBeInstanceOf(QueueFull);
  await end('a');
  expect(started).toEqual(['a', 'b']);
});

test('heavy work is not overtaken by light work, and work heavier than all permits runs alone', async () => {
  const semaphore = new Semaphore({ permits: 10 });
  const { started, work, end } = recorder();
  void semaphore.run(work('six'), { weight: 6 });
  void semaphore.run(work('hundred'), { weight: 100 });
  void semaphore.run(work('one'), { weight: 1 });
  expect(started).toEqual(['six']);
  await end('six');
  expect(started).toEqual(['six', 'hundred']);
  await end('hundred');
  expect(started).toEqual(['six', 'hundred', 'one']);
});

test('aborted work leaves the queue, and the work behind it moves up', async () => {
  const semaphore = new Semaphore({ permits: 2 });
  const { started, work, end } = recorder();
  const controller = new AbortController();
  void semaphore.run(work('running'));
  const heavy = semaphore.run(work('heavy'), { weight: 2, signal: controller.signal });
  void semaphore.run(work('light'));
  expect(started).toEqual(['running']);
  controller.abort(new Error('aborted'));
  await expect(heavy).rejects.toThrow('aborted');
  expect(started).toEqual(['running', 'light']);
  await expect(semaphore.run(work('later'), { signal: controller.signal })).rejects.toThrow('aborted');
  await end('running');
  await end('light');
  expect(semaphore.isIdle).toBe(true);
});

test('a signal that aborts after the permit and before the work frees the permit', async () => {
  const semaphore = new Semaphore({ permits: 1 });
  const { started, work, end } = recorder();
  const controller = new AbortController();
  const first = semaphore.run(work('first'));
  const second = semaphore.run(work('second'), { signal: controller.signal });
  void first.then(() => controller.abort(new Error('aborted')));
  await Promise.all([end('first'), expect(second).rejects.toThrow('aborted')]);
  expect(started).toEqual(['first']);
  expect(semaphore.isIdle).toBe(true);
});

test('keys do not wait for each other, and a key without work is removed', async () => {
  const mutex = new KeyedMutex();
  const { started, work, end } = recorder();
  void mutex.run('ada', work('ada 1'));
  void mutex.run('ada', work('ada 2'));
  void mutex.run('grace', work('grace 1'));
  expect(started).toEqual(['ada 1', 'grace 1']);
  expect(mutex.size).toBe(2);
  await end('ada 1');
  expect(started).toEqual(['ada 1', 'grace 1', 'ada 2']);
  await end('ada 2');
  await end('grace 1');
  expect(mutex.size).toBe(0);
});

test('each key has its own permits and its own queue', async () => {
  const semaphore = new KeyedSemaphore({ permits: 1, maxQueued: 0 });
  const { work, end } = recorder();
  void semaphore.run('ada', work('a'));
  await expect(semaphore.run('ada', work('b'))).rejects.toBeInstanceOf(QueueFull);
  void semaphore.run('grace', work('c'));
  await end('a');
  expect(await semaphore.run('ada', async () => 'd')).toBe('d');
});

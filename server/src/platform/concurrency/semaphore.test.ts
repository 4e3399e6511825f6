import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KeyedMutex, KeyedSemaphore, QueueFull, Semaphore } from '#platform/concurrency/semaphore';

/** Work that runs until it is ended, and the order in which it began. */
function recorder() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
    end: async (name: string) => {
      ends.get(name)?.();
      await turn();
    },
  };
}

test('a semaphore runs as much at a time as it has permits, in the order of arrival', async () => {
  const semaphore = new Semaphore({ permits: 2 });
  const { begun, work, end } = recorder();
  const results = ['a', 'b', 'c', 'd'].map((name) => semaphore.run(work(name)));
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('a');
  await end('c');
  await end('d');
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  expect(semaphore.isIdle).toBe(true);
});

test('a permit that is freed goes to the queue, not to a caller of the same moment', async () => {
  const semaphore = new Semaphore({ permits: 1 });
  const { begun, work, end } = recorder();
  const first = semaphore.run(work('first')).then(() => void semaphore.run(work('late')));
  void semaphore.run(work('queued'));
  await end('first');
  await first;
  expect(begun).toEqual(['first', 'queued']);
  await end('queued');
  expect(begun).toEqual(['first', 'queued', 'late']);
});

test('work that fails frees its permit', async () => {
  const semaphore = new Semaphore({ permits: 1 });
  const failing = semaphore.run(() => Promise.reject(new Error('broken')));
  const next = semaphore.run(async () => 'next');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test('a full queue refuses at once, and those who wait keep their place', async () => {
  const semaphore = new Semaphore({ permits: 1, maxQueued: 1 });
  const { begun, work, end } = recorder();
  void semaphore.run(work('a'));
  void semaphore.run(work('b'));
  await expect(semaphore.run(work('c'))).rejects.toBeInstanceOf(QueueFull);
  await end('a');
  expect(begun).toEqual(['a', 'b']);
});

test('heavy work waits for its permits and is not overtaken; what is too heavy runs alone', async () => {
  const semaphore = new Semaphore({ permits: 10 });
  const { begun, work, end } = recorder();
  void semaphore.run(work('six'), { weight: 6 });
  void semaphore.run(work('hundred'), { weight: 100 });
  void semaphore.run(work('one'), { weight: 1 });
  expect(begun).toEqual(['six']);
  await end('six');
  expect(begun).toEqual(['six', 'hundred']);
  await end('hundred');
  expect(begun).toEqual(['six', 'hundred', 'one']);
});

test('an aborted signal leaves the queue, and what stood behind it moves up', async () => {
  const semaphore = new Semaphore({ permits: 2 });
  const { begun, work, end } = recorder();
  const gone = new AbortController();
  void semaphore.run(work('running'));
  const heavy = semaphore.run(work('heavy'), { weight: 2, signal: gone.signal });
  void semaphore.run(work('light'));
  expect(begun).toEqual(['running']);
  gone.abort(new Error('gone'));
  await expect(heavy).rejects.toThrow('gone');
  expect(begun).toEqual(['running', 'light']);
  await expect(semaphore.run(work('later'), { signal: gone.signal })).rejects.toThrow('gone');
  await end('running');
  await end('light');
  expect(semaphore.isIdle).toBe(true);
});

test('a signal that aborts between permit and work frees the permit', async () => {
  const semaphore = new Semaphore({ permits: 1 });
  const { begun, work, end } = recorder();
  const gone = new AbortController();
  const first = semaphore.run(work('first'));
  const second = semaphore.run(work('second'), { signal: gone.signal });
  void first.then(() => gone.abort(new Error('gone')));
  await Promise.all([end('first'), expect(second).rejects.toThrow('gone')]);
  expect(begun).toEqual(['first']);
  expect(semaphore.isIdle).toBe(true);
});

test('keys do not wait for each other, and a key without work is not kept', async () => {
  const mutex = new KeyedMutex();
  const { begun, work, end } = recorder();
  void mutex.run('ada', work('ada 1'));
  void mutex.run('ada', work('ada 2'));
  void mutex.run('grace', work('grace 1'));
  expect(begun).toEqual(['ada 1', 'grace 1']);
  expect(mutex.size).toBe(2);
  await end('ada 1');
  expect(begun).toEqual(['ada 1', 'grace 1', 'ada 2']);
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

import { expect, test } from 'vitest';
import { pictureCache, type LoadedPicture } from './pictureCache.ts';

const pictureOf = (url: string): LoadedPicture => ({
  url,
  image: {} as HTMLImageElement,
  width: 1,
  height: 1,
});

test('a picture is loaded once for all its holders', async () => {
  let loads = 0;
  const cache = pictureCache(2);
  const load = () => {
    loads += 1;
    return Promise.resolve(pictureOf('one'));
  };
  await Promise.all([cache.hold('one', load), cache.hold('one', load)]);
  expect(loads).toBe(1);
  expect(cache.peek('one')?.url).toBe('one');
});

test('pictures without holders are evicted, the least recently used first; a held picture never is', async () => {
  const cache = pictureCache(2);
  for (const name of ['held', 'first', 'second', 'third']) {
    await cache.hold(name, () => Promise.resolve(pictureOf(name)));
    if (name !== 'held') cache.release(name);
  }
  expect(['held', 'first', 'second', 'third'].filter((name) => cache.peek(name))).toEqual([
    'held',
    'second',
    'third',
  ]);
});

test('a failure is not cached: the next holder loads again', async () => {
  const cache = pictureCache(2);
  await expect(cache.hold('one', () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  await expect(cache.hold('one', () => Promise.resolve(pictureOf('one')))).resolves.toMatchObject({
    url: 'one',
  });
});

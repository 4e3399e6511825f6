import { expect, test } from 'vitest';
import { pictureCache, type LoadedPicture } from './pictureCache.ts';

const pictureOf = (url: string): LoadedPicture => ({
  url,
  image: {} as HTMLImageElement,
  width: 1,
  height: 1,
});

test('a picture is loaded once for all who hold it', async () => {
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

test('of those that nobody holds the ones used longest ago leave; a held one never does', async () => {
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

test('a failure is not remembered: the next one who asks loads again', async () => {
  const cache = pictureCache(2);
  await expect(cache.hold('one', () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  await expect(cache.hold('one', () => Promise.resolve(pictureOf('one')))).resolves.toMatchObject({
    url: 'one',
  });
});

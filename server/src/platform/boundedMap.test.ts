import { expect, test } from 'vitest';
import { BoundedMap } from '#platform/boundedMap';

test('the entry that was set longest ago is deleted first', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('c', 3);
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 3],
  ]);
});

test('an entry that is set again becomes the newest and is stored only once', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3);
  expect([...map.keys()]).toEqual(['b', 'a']);
  map.set('c', 4);
  expect([...map.keys()]).toEqual(['a', 'c']);
});

test('reading does not renew an entry, and deleting frees space', () => {
  const map = new BoundedMap<string | undefined, number>(2);
  map.set(undefined, 1).set('b', 2);
  expect(map.get(undefined)).toBe(1);
  map.set('c', 3);
  expect([...map.keys()]).toEqual(['b', 'c']);
  map.delete('b');
  map.set('d', 4);
  expect([...map.keys()]).toEqual(['c', 'd']);
});

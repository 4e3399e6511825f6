import { expect, test } from 'vitest';
import { BoundedMap } from '#platform/boundedMap';

test('the entry that was set longest ago goes first', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('c', 3);
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 3],
  ]);
});

test('an entry that is set again is the newest, and takes no second place', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3);
  expect([...map.keys()]).toEqual(['b', 'a']);
  map.set('c', 4);
  expect([...map.keys()]).toEqual(['a', 'c']);
});

test('reading does not renew an entry, deleting makes room', () => {
  const map = new BoundedMap<string | undefined, number>(2);
  map.set(undefined, 1).set('b', 2);
  expect(map.get(undefined)).toBe(1);
  map.set('c', 3);
  expect([...map.keys()]).toEqual(['b', 'c']);
  map.delete('b');
  map.set('d', 4);
  expect([...map.keys()]).toEqual(['c', 'd']);
});

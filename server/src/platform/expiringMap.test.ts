import { expect, test } from 'vitest';
import { ExpiringMap } from '#platform/expiringMap';

function mapAt(time: { now: number }) {
  return new ExpiringMap<string, number>(2, () => time.now);
}

test('an entry is readable until it expires', () => {
  const time = { now: 0 };
  const map = mapAt(time);
  map.set('a', 1, 10);
  time.now = 9;
  expect(map.get('a')).toBe(1);
  time.now = 10;
  expect(map.get('a')).toBeUndefined();
  time.now = 0;
  expect(map.get('a')).toBeUndefined();
});

test('deleteExpired deletes only expired entries', () => {
  const time = { now: 0 };
  const map = mapAt(time);
  map.set('a', 1, 10);
  map.set('b', 2, 20);
  time.now = 10;
  map.deleteExpired();
  time.now = 0;
  expect([map.get('a'), map.get('b')]).toEqual([undefined, 2]);
});

test('entries are deleted by key, by value, and the oldest beyond the limit', () => {
  const map = mapAt({ now: 0 });
  map.set('a', 1, 10);
  map.set('b', 2, 10);
  map.set('c', 3, 10);
  expect(map.get('a')).toBeUndefined();
  map.deleteWhere((value) => value === 2);
  expect([map.get('b'), map.get('c')]).toEqual([undefined, 3]);
  map.delete('c');
  expect(map.get('c')).toBeUndefined();
});

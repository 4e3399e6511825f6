import { expect, test } from 'vitest';
import { after, risingAtMost, risingMs, sum, type Rising } from './rising.ts';

const at = (now: number) => ({ now, random: () => 0.5 });

test('a burst shows one sign for each kind, with its number', () => {
  const rising = after([], { clap: 3, heart: 1 }, at(0));
  expect(rising.map(({ reaction, count }) => [reaction, count])).toEqual([
    ['clap', 3],
    ['heart', 1],
  ]);
  expect(new Set(rising.map(({ key }) => key)).size).toBe(2);
});

test('a sign is gone when it has risen', () => {
  const first = after([], { clap: 1 }, at(0));
  expect(after(first, { heart: 1 }, at(risingMs - 1)).map(({ reaction }) => reaction)).toEqual([
    'clap',
    'heart',
  ]);
  expect(after(first, { heart: 1 }, at(risingMs)).map(({ reaction }) => reaction)).toEqual(['heart']);
});

test('never more than twelve rise at once: what is more counts with the last of its kind', () => {
  let rising: readonly Rising[] = [];
  for (let burst = 0; burst < 40; burst++) rising = after(rising, { clap: 2 }, at(burst));
  expect(rising).toHaveLength(risingAtMost);
  expect(rising.reduce((all, { count }) => all + count, 0)).toBe(80);
  expect(new Set(rising.map(({ key }) => key)).size).toBe(risingAtMost);
});

test('counts are added sign by sign', () => {
  expect(sum({ clap: 2 }, { clap: 1, wave: 4 })).toEqual({ clap: 3, wave: 4 });
});

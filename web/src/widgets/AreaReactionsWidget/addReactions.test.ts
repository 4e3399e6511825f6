import { expect, test } from 'vitest';
import { addCounts, addReactions, maxRising, risingMs, type RisingReaction } from './addReactions.ts';

const at = (now: number) => ({ now, random: () => 0.5 });

test('a burst shows one reaction for each kind, with its count', () => {
  const rising = addReactions([], { clap: 3, heart: 1 }, at(0));
  expect(rising.map(({ reaction, count }) => [reaction, count])).toEqual([
    ['clap', 3],
    ['heart', 1],
  ]);
  expect(new Set(rising.map(({ key }) => key)).size).toBe(2);
});

test('a reaction is removed when it has risen', () => {
  const first = addReactions([], { clap: 1 }, at(0));
  expect(addReactions(first, { heart: 1 }, at(risingMs - 1)).map(({ reaction }) => reaction)).toEqual([
    'clap',
    'heart',
  ]);
  expect(addReactions(first, { heart: 1 }, at(risingMs)).map(({ reaction }) => reaction)).toEqual(['heart']);
});

test('at most twelve rise at once, and further ones increase the count of the last one of their kind', () => {
  let rising: readonly RisingReaction[] = [];
  for (let burst = 0; burst < 40; burst++) rising = addReactions(rising, { clap: 2 }, at(burst));
  expect(rising).toHaveLength(maxRising);
  expect(rising.reduce((all, { count }) => all + count, 0)).toBe(80);
  expect(new Set(rising.map(({ key }) => key)).size).toBe(maxRising);
});

test('counts are added for each reaction', () => {
  expect(addCounts({ clap: 2 }, { clap: 1, wave: 4 })).toEqual({ clap: 3, wave: 4 });
});

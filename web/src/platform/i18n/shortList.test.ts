import { expect, test } from 'vitest';
import { shortList } from './shortList.ts';

const more = (count: number) => `${count} more`;

test.each([
  [[], ''],
  [['Vimeo', 'Miro', 'Vimeo'], 'Vimeo and Miro'],
  [['a', 'b', 'c'], 'a, b, and c'],
  [['a', 'b', 'c', 'd', 'a', 'e'], 'a, b, c, and 2 more'],
])('each of %j is listed once, three of them by name', (items, list) => {
  expect(shortList('en', items, more)).toBe(list);
});

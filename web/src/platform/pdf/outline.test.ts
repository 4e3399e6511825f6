import { expect, test } from 'vitest';
import { flattenOutline, maxOutlineDepth, maxOutlineRows, type OutlineItem } from './outline.ts';

const item = (title: string, items: readonly OutlineItem[] = []): OutlineItem => ({
  title,
  dest: title,
  url: null,
  items,
});

test('PDF-01u the entries are listed in the order of the document, with their depth', () => {
  const rows = flattenOutline([item('One', [item('One A', [item('Deep')]), item('One B')]), item('Two')]);
  expect(rows.map(({ title, depth }) => `${depth} ${title}`)).toEqual([
    '0 One',
    '1 One A',
    '2 Deep',
    '1 One B',
    '0 Two',
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(5);
});

test('PDF-01v an outline that contains itself ends', () => {
  const inner: OutlineItem[] = [];
  const loop = item('Loop', inner);
  inner.push(loop, item('End'));
  expect(flattenOutline([loop]).map(({ title }) => title)).toEqual(['Loop', 'End']);
});

test('a deeply nested outline and one of very many entries are bounded', () => {
  let deep = item('Bottom');
  for (let level = 0; level < 9_000; level += 1) deep = item(String(level), [deep]);
  const rows = flattenOutline([deep]);
  expect(rows).toHaveLength(9_001);
  expect(Math.max(...rows.map(({ depth }) => depth))).toBe(maxOutlineDepth);
  const many = Array.from({ length: maxOutlineRows + 5 }, (_, index) => item(String(index)));
  expect(flattenOutline(many)).toHaveLength(maxOutlineRows);
});

test('an entry without a title is left out, what is in it is not', () => {
  expect(flattenOutline([item(' ', [item('Inside')])]).map(({ title }) => title)).toEqual(['Inside']);
});

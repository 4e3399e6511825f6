import { expect, test } from 'vitest';
import { proportionsOf, spreadIn } from './layout.ts';

const page = (width?: number, height?: number) => ({ asset: { width, height } });
const frame = { width: 800, height: 500 };

test('WIDGET-06f pages of different sizes each fill their half of the book, and the spine stays in the middle', () => {
  const spread = spreadIn(frame, [page(500, 1_000), page(1_000, 500)], 'double');
  expect(spread?.sizes).toEqual([
    { width: 250, height: 500 },
    { width: 400, height: 200 },
  ]);
  expect(spread?.viewport.rest).toEqual({ width: 800, height: 500 });
  expect(spreadIn(frame, [page(500, 1_000)], 'double')?.viewport.rest).toEqual({ width: 250, height: 500 });
  expect(spreadIn(frame, [page(1_000, 500)], 'single')?.sizes).toEqual([{ width: 800, height: 400 }]);
  expect(spreadIn(undefined, [page(500, 1_000)], 'single')).toBeUndefined();
});

test('WIDGET-06g a single page of another size does not change the shape of the book', () => {
  const pages = [page(3_000, 1_000), page(750, 1_000), page(750, 1_000), page(750, 1_000)];
  expect(proportionsOf(pages)).toEqual({ width: 3_000, ratio: 0.75 });
  expect(proportionsOf([page(), page()])).toEqual({ width: 1_000, ratio: 1_000 / 1_400 });
});

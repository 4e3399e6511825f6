import { expect, test } from 'vitest';
import { sortInSteps } from './sortInSteps.ts';

test('WIDGET-07k ten thousand items are sorted in short steps, and equal ones keep their order', () => {
  const items = Array.from({ length: 10_000 }, (_, at) => ({ at, key: (at * 7_919) % 1_000 }));
  let comparisons = 0;
  let longest = 0;
  const steps = sortInSteps(items, (a, b) => {
    comparisons += 1;
    return a.key - b.key;
  });
  for (let step = steps.next(); ; step = steps.next()) {
    longest = Math.max(longest, comparisons);
    comparisons = 0;
    if (!step.done) continue;
    expect(step.value).toEqual(items.toSorted((a, b) => a.key - b.key));
    break;
  }
  expect(longest).toBeLessThan(5_000);
});

/** Items that are sorted or merged before the sort yields: a few milliseconds. */
const stepSize = 400;

type Comparison<T> = (a: T, b: T) => number;

function* merge<T>(
  [a, b]: readonly [readonly T[], readonly T[]],
  compare: Comparison<T>,
): Generator<undefined, T[]> {
  const merged: T[] = [];
  let inA = 0;
  for (const item of b) {
    for (let next = a[inA]; next !== undefined && compare(next, item) <= 0; next = a[inA]) {
      merged.push(next);
      inA += 1;
      if (merged.length % stepSize === 0) yield;
    }
    merged.push(item);
    if (merged.length % stepSize === 0) yield;
  }
  merged.push(...a.slice(inA));
  return merged;
}

/** A merge sort that yields between its steps, for more items than can be sorted at once. Stable. */
export function* sortInSteps<T>(
  items: readonly T[],
  compare: Comparison<T>,
): Generator<undefined, readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += stepSize) {
    runs.push(items.slice(at, at + stepSize).toSorted(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [a = [], b = []] = runs.slice(at, at + 2);
      merged.push(yield* merge([a, b], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

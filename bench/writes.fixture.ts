/** Compares writes with a baseline in alternating slices. The best slices are compared, because the speed of a disk varies. */
import { appendFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '0.2' },
  },
});
const sliceMs = Number(values.seconds) * 1_000;
const slices = 40;

/** Writes for `durationMs` milliseconds. Returns the writes per second. */
export type Work = (durationMs: number) => Promise<number>;
export interface Comparison {
  readonly name: string;
  readonly bare: Work;
  readonly ours: Work;
  /** The minimum ratio of the best slices, if there is a requirement. */
  readonly minRatio?: number;
}

export const measureRate = async (
  durationMs: number,
  step: () => Promise<number> | number,
): Promise<number> => {
  const begin = performance.now();
  let done = 0;
  while (performance.now() - begin < durationMs) done += await step();
  return (done / (performance.now() - begin)) * 1_000;
};
/** Measures the writes per second of concurrent callers, each of which awaits its write before the next. */
export const measureCallers = async (
  count: number,
  durationMs: number,
  write: () => Promise<unknown>,
): Promise<number> => {
  const begin = performance.now();
  let done = 0;
  const call = async (): Promise<void> => {
    while (performance.now() - begin < durationMs) {
      await write();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: count }, call));
  return (done / (performance.now() - begin)) * 1_000;
};

interface Spread {
  readonly best: number;
  readonly median: number;
}
const spreadOf = (rates: readonly number[]): Spread => {
  const sorted = rates.toSorted((a, b) => b - a);
  return { best: sorted[0] ?? 0, median: sorted[Math.floor(sorted.length / 2)] ?? 0 };
};
const rounded = (rate: number): string => Math.round(rate).toLocaleString('en');

const lines: string[] = [];
export const printLine = (line: string): void => {
  lines.push(line);
  console.log(line);
};

export const compareRates = async ({ name, bare, ours, minRatio }: Comparison): Promise<void> => {
  const rates: { bare: number[]; ours: number[] } = { bare: [], ours: [] };
  const delays: { p99: number; max: number }[] = [];
  await bare(200);
  await ours(200);
  for (let slice = 0; slice < slices; slice++) {
    rates.bare.push(await bare(sliceMs));
    // A new monitor for each slice: the bare slice before it blocks the event loop and would be counted.
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    rates.ours.push(await ours(sliceMs));
    delay.disable();
    delays.push({ p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 });
  }
  const [floor, reached] = [spreadOf(rates.bare), spreadOf(rates.ours)];
  const ratio = reached.best / floor.best;
  const verdict =
    minRatio === undefined
      ? ''
      : ratio >= minRatio
        ? `, required ${minRatio}`
        : `, required ${minRatio}: MISSED`;
  const p99 = spreadOf(delays.map((delay) => delay.p99)).median;
  const longest = Math.max(...delays.map(({ max }) => max));
  printLine(
    `| ${name} | ${rounded(floor.median)} (${rounded(floor.best)}) | ${rounded(reached.median)} (${rounded(reached.best)}) ` +
      `| ${ratio.toFixed(2)}${verdict} | ${p99.toFixed(1)} / ${longest.toFixed(0)} |`,
  );
};
export const printTableHead = (): void => {
  printLine(
    '| callers | bare, writes/s median (best) | storage, writes/s median (best) | best to best | loop delay p99 (median of slices) / max, ms |',
  );
  printLine('|---|---|---|---|---|');
};

/** Appends the printed lines to RESULTS.md with the date, if `--write` is set. */
export const record = async (bench: string, title: string): Promise<void> => {
  if (!values.write) return;
  const date = new Date().toISOString().slice(0, 10);
  const load = loadavg()[0]?.toFixed(0);
  const text = `\n${date}, \`npm run bench -- ${bench} --seconds ${values.seconds} --write\`, ${slices} slices each, ${availableParallelism()} cores, load ${load}:\n${lines.join('\n')}\n`;
  await appendFile(join(import.meta.dirname, 'RESULTS.md'), `\n## ${title}\n${text}`);
};

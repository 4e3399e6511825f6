/** Reads the tasks of a page's main thread from a browser trace. */
import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ph: string;
  /** Microseconds of wall clock time, and of processor time. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Returns the processor time of each task in milliseconds, longest first. It hardly depends on other load. */
function tasksIn(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && mains.has(`${pid} ${tid}`))
    .map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1000)
    .toSorted((one, other) => other - one);
}

/** Returns the processor times of the tasks of a page during `run`, in milliseconds, longest first. */
export async function tasksWhile(browser: Browser, page: Page, run: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel', '__metadata'] });
  await run();
  return tasksIn(await browser.stopTracing());
}

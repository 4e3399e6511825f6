/** `/livez`: the process responds. `/readyz`: its dependencies are usable; 503 as soon as a stop begins. */
import { anyoneEvenOnStage, type Page, type RawResponse } from '#platform/http/route';
import { ApiError } from '#platform/apiError';
import type { MonotonicClock } from '#platform/clock';
import { StorageOutage, type StorageOutages } from '#platform/storageOutage';

export interface Readiness {
  readonly stopping: () => boolean;
  /** Each rejects if its dependency is unusable. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
  readonly outages: StorageOutages;
  readonly monotonicClock: MonotonicClock;
}

const livePath = '/livez';
const readyPath = '/readyz';
export const probePaths: ReadonlySet<string> = new Set([livePath, readyPath]);

/** A dependency that does not respond within this time counts as unusable. */
const pingMs = 3_000;

/** Requests within this time share a result: each check writes to the disk, and anyone can request it. */
const sharedMs = 1_000;

export function probes({ stopping, checks, outages, monotonicClock }: Readiness): readonly Page[] {
  let last: { readonly at: number; readonly failing: Promise<string[]> } | undefined;
  const findFailingOnce = () => {
    const now = monotonicClock();
    if (last === undefined || now - last.at >= sharedMs)
      last = { at: now, failing: findFailing(checks, outages) };
    return last.failing;
  };
  return [
    { method: 'GET', path: livePath, policy: anyoneEvenOnStage, handle: async () => ok() },
    {
      method: 'GET',
      path: readyPath,
      policy: anyoneEvenOnStage,
      handle: async () => {
        if (stopping()) throw new ApiError('unavailable', 'The server is stopping.');
        const failed = await findFailingOnce();
        if (failed.length > 0) throw new ApiError('unavailable', `Not usable: ${failed.join(', ')}.`);
        return ok();
      },
    },
  ];
}

/** The failing checks with their reasons, for example "storage (DATA_DIR is full)". */
async function findFailing(checks: Readiness['checks'], outages: StorageOutages): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, ping]) => {
      try {
        await pingWithin(ping, pingMs);
        return [];
      } catch (error) {
        outages.report(error);
        return [error instanceof StorageOutage ? `${name} (${error.reason})` : name];
      }
    }),
  );
  return found.flat();
}

async function pingWithin(ping: () => Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([ping(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const ok = (): RawResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from('{"status":"ok"}'),
});

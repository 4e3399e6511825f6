/** `/livez`: the process responds. `/readyz`: its dependencies are usable; 503 as soon as a stop begins. */
import { anyoneEvenOnStage, type Page, type RawResponse } from '#platform/http/route';
import { ApiError } from '#platform/apiError';

export interface Readiness {
  readonly stopping: () => boolean;
  /** Each rejects if its dependency is unusable. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
}

const livePath = '/livez';
const readyPath = '/readyz';
export const probePaths: ReadonlySet<string> = new Set([livePath, readyPath]);

/** A dependency that does not respond within this time counts as unusable. */
const pingMs = 3_000;

export function probes({ stopping, checks }: Readiness): readonly Page[] {
  return [
    { method: 'GET', path: livePath, policy: anyoneEvenOnStage, handle: async () => ok() },
    {
      method: 'GET',
      path: readyPath,
      policy: anyoneEvenOnStage,
      handle: async () => {
        if (stopping()) throw new ApiError('unavailable', 'The server is stopping.');
        const failed = await findFailing(checks);
        if (failed.length > 0) throw new ApiError('unavailable', `Not usable: ${failed.join(', ')}.`);
        return ok();
      },
    },
  ];
}

async function findFailing(checks: Readiness['checks']): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, ping]) => ((await isUsable(ping)) ? [] : [name])),
  );
  return found.flat();
}

async function isUsable(ping: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), pingMs);
  });
  try {
    return await Promise.race([ping().then(() => true), timeout]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

const ok = (): RawResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from('{"status":"ok"}'),
});

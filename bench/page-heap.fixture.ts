import type { CDPSession } from '@playwright/test';

/** The bytes that a page's scripts use after garbage collection. */
export async function heapOf(session: CDPSession): Promise<number> {
  // The second collection frees what finalizers of the first released.
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

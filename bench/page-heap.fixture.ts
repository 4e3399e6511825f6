import type { CDPSession } from '@playwright/test';

/**
 * The browser does not compile scripts to machine code. V8 does that as functions become hot, and counts the code as heap:
 * it would hide how much of the page stays.
 */
export const heapFlags = ['--js-flags=--jitless'];

/** The bytes that a page's scripts use after garbage collection. */
export async function heapOf(session: CDPSession): Promise<number> {
  // The second collection frees what finalizers of the first released.
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/** Imported ahead of a server's main module: answers how long its event loop was kept waiting since it was last asked. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
process.on('message', (message) => {
  if (message !== 'loop-delay') return;
  const inMs = (nanoseconds: number) => nanoseconds / 1e6;
  process.send?.({ loopDelay: { p99: inMs(delay.percentile(99)), max: inMs(delay.max) } });
  // Only from the first question on: who does not ask does not pay for it.
  delay.enable();
  delay.reset();
});

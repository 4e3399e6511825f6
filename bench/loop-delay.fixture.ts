/** Imported before a server's main module: reports the delay of its event loop since the previous request. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
process.on('message', (message) => {
  if (message !== 'loop-delay') return;
  const inMs = (nanoseconds: number) => nanoseconds / 1e6;
  process.send?.({ loopDelay: { p99: inMs(delay.percentile(99)), max: inMs(delay.max) } });
  // Enabled by the first request, so that other benchmarks do not pay for it.
  delay.enable();
  delay.reset();
});

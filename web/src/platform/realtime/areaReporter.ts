/** Reports to the server which area this tab is in: once per change, and again on each new connection. */
import { enterArea, leaveArea } from '@foyer/contract';
import { retryTimer } from '../time/retryTimer.ts';
import { useConnection } from '../state/connection.ts';
import { useVenue } from '../state/venue.ts';
import { untilAborted } from '../untilAborted.ts';
import { realtime } from './realtime.ts';

/** Retries when the server rejects an area: its node may not have loaded the version that this tab shows. */
const retry = retryTimer(() => void report(), { firstMs: 5_000 });

let requested: string | null = null;
/** What was reported over this connection; undefined after a rejection. */
let reported: string | null | undefined = null;

async function report(): Promise<void> {
  retry.reset();
  const areaId = requested;
  if (areaId === reported) return;
  reported = areaId;
  try {
    await (areaId === null
      ? realtime.sendCommand(leaveArea, {})
      : realtime.sendCommand(enterArea, { areaId }));
  } catch {
    // Another area has been reported since, or the next connection reports it anyway.
    if (reported !== areaId || useConnection.getState().status !== 'online') return;
    reported = undefined;
    retry.schedule();
  }
}

/** Resolves when the server has replied, or at once without a connection: the next connection reports the area. */
export function reportArea(areaId: string | null): Promise<void> {
  requested = areaId;
  return report();
}

/** Reports the current area now and whenever it changes. */
export function startAreaReporter(signal: AbortSignal): void {
  void reportArea(useVenue.getState().currentAreaId);
  untilAborted(
    signal,
    useVenue.subscribe(({ currentAreaId }) => void reportArea(currentAreaId)),
  );
  realtime.onOpen(() => {
    reported = null;
    void report();
  }, signal);
  untilAborted(signal, () => retry.reset());
}

/** Reports to the server which area this tab is in: once per change, and again on each new connection. */
import { enterArea, leaveArea } from '@foyer/contract';
import { retryTimer } from '../time/retryTimer.ts';
import { createVenueState } from '../state/venue.ts';
import { untilAborted } from '../untilAborted.ts';
import type { Visit } from '../visit/visit.ts';
import { createRealtime } from './realtime.ts';

export interface AreaReporter {
  /** Resolves when the server has replied, or at once without a connection: the next connection reports the area. */
  report(areaId: string | null): Promise<void>;
  /** Reports the current area now and whenever it changes. */
  start(signal: AbortSignal): void;
}

export function createAreaReporter(visit: Visit): AreaReporter {
  const realtime = visit.get(createRealtime);
  let requested: string | null = null;
  /** What was reported over this connection; undefined after a rejection. */
  let reported: string | null | undefined = null;
  /** Retries when the server rejects an area: its node may not have loaded the version that this tab shows. */
  const retry = retryTimer(() => void send(), { firstMs: 5_000 }, visit.signal);

  async function send(): Promise<void> {
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
      if (reported !== areaId || !realtime.isOnline) return;
      reported = undefined;
      retry.schedule();
    }
  }

  const report = (areaId: string | null): Promise<void> => {
    requested = areaId;
    return send();
  };

  return {
    report,
    start(signal) {
      const venue = visit.get(createVenueState);
      void report(venue.getState().currentAreaId);
      untilAborted(
        signal,
        venue.subscribe(({ currentAreaId }) => void report(currentAreaId)),
      );
      realtime.onOpen(() => {
        reported = null;
        void send();
      }, signal);
      untilAborted(signal, () => retry.reset());
    },
  };
}

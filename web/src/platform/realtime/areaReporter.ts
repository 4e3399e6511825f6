/** Tells the server which area this tab is in: once for each change, and anew on each connection. */
import { enterArea, leaveArea } from '@foyer/contract';
import { retryTimer } from '../time/retryTimer.ts';
import { useConnection } from '../state/connection.ts';
import { useVenue } from '../state/venue.ts';
import { realtime } from './realtime.ts';

/** A server that does not know the area yet has not heard of the publication that this tab shows. */
const retry = retryTimer(() => void report(), { firstMs: 5_000 });

let requested: string | null = null;
/** What this connection was told; undefined where it was refused. */
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
    // Another area was told since, or the next connection is told anyway.
    if (reported !== areaId || useConnection.getState().status !== 'online') return;
    reported = undefined;
    retry.schedule();
  }
}

/** Resolves when the server has answered, or when there is no connection that could be told: the next one is. */
export function reportArea(areaId: string | null): Promise<void> {
  requested = areaId;
  return report();
}

/** From now on the server hears where this tab is. Returns what ends that. */
export function startAreaReporter(): () => void {
  void reportArea(useVenue.getState().currentAreaId);
  const ends = [
    useVenue.subscribe(({ currentAreaId }) => void reportArea(currentAreaId)),
    realtime.onOpen(() => {
      reported = null;
      void report();
    }),
  ];
  return () => {
    retry.reset();
    for (const end of ends) end();
  };
}

import { figuresChanged, subscribeToFigures, type LiveFigures } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { onReconnect } from '../../platform/realtime/onReconnect.ts';
import { createRealtime } from '../../platform/realtime/realtime.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';

export interface LiveState {
  /** Those that were received last. */
  readonly live: LiveFigures | undefined;
  /** No figures have arrived in time, or the server has rejected the subscription. */
  readonly isLate: boolean;
}

/** Until then the first figures may arrive. */
const firstMs = 5_000;
/** Until then the next figures may arrive; the server sends them every five seconds. */
const nextMs = 15_000;

/** What happens now. The page is subscribed while it is open and visible. */
export function useLiveFigures(): LiveState {
  const [live, setLive] = useState<LiveFigures>();
  const [isLate, setIsLate] = useState(false);
  const architectureId = useVenue(({ architecture }) => architecture?.id);
  const visit = useVisit();
  useEffect(() => {
    if (architectureId === undefined) return undefined;
    const realtime = visit.get(createRealtime);
    const controller = new AbortController();
    /** Of the subscription, while the page is visible. */
    let subscribed: AbortController | undefined;
    /** The time of the newest figures of this subscription. */
    let newestAt: number | undefined;
    let hasReceived = false;
    let endWait: (() => void) | undefined;
    const wait = (): void => {
      endWait?.();
      endWait = runAfter(hasReceived ? nextMs : firstMs, () => setIsLate(true), subscribed?.signal);
    };
    const receive = (received: LiveFigures): void => {
      // An event that was sent before the subscription ended.
      if (!subscribed) return;
      hasReceived = true;
      setIsLate(false);
      wait();
      // The reply to the command may arrive after a newer event.
      if (newestAt !== undefined && newestAt > received.at) return;
      newestAt = received.at;
      setLive(received);
    };
    const subscribe = async (): Promise<void> => {
      // The clock of the server, or of another node, may be behind.
      newestAt = undefined;
      try {
        const current = await realtime.sendCommand(subscribeToFigures, { enabled: true, architectureId });
        if (current && !controller.signal.aborted) receive(current);
      } catch (error) {
        setIsLate(true);
        throw error;
      }
    };
    const start = (): void => {
      if (subscribed) return;
      subscribed = new AbortController();
      wait();
      onReconnect(realtime, subscribe, subscribed.signal);
    };
    const stop = (): void => {
      if (!subscribed) return;
      subscribed.abort();
      subscribed = undefined;
      // A connection that is lost meanwhile ends the subscription as well.
      if (realtime.isOnline)
        void realtime
          .sendCommand(subscribeToFigures, { enabled: false, architectureId })
          .catch(() => undefined);
    };
    const follow = (): void => (document.visibilityState === 'visible' ? start() : stop());
    realtime.on(figuresChanged, receive, controller.signal);
    document.addEventListener('visibilitychange', follow, { signal: controller.signal });
    follow();
    return () => {
      controller.abort();
      stop();
    };
  }, [visit, architectureId]);
  return { live, isLate };
}

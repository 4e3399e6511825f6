/** The URL of a film, which the server gives for a while (CALL-11). It is renewed before it expires. */
import { accessVideo, type ResponseOf } from '@foyer/contract';
import { parseRetryAfter } from '@foyer/contract/retryAfter';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../platform/api/client.ts';
import { logWarning } from '../../platform/log.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { retryTimer } from '../../platform/time/retryTimer.ts';
import { now } from '../../platform/time/serverTime.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { accessFailureOf, type AccessFailure } from './accessFailure.ts';
import { renewalDelay } from './renewalDelay.ts';

/** The film that a configuration of a widget names. */
export interface VideoReference {
  readonly areaId: string;
  readonly widgetId: string;
  readonly configId: string;
  /** The URI of an asset without its generation and query, or an address on Vimeo. */
  readonly videoUrl: string;
}

export type VideoAccess =
  | { readonly state: 'loading' }
  | ({ readonly state: 'ready' } & Pick<ResponseOf<typeof accessVideo>, 'kind' | 'url'>)
  | { readonly state: 'failed'; readonly reason: AccessFailure };

const backoff = { firstMs: 5_000, longestMs: 60_000 };

/** Milliseconds that the server has asked to wait. */
const askedDelay = (error: unknown): number | undefined =>
  error instanceof ApiError ? parseRetryAfter(error.retryAfter, now()) : undefined;

interface Requests {
  /** Requests a URL now. Resolves when there is a response, or none. */
  readonly request: () => Promise<void>;
  /** Requests a URL after a while, or as soon as the browser is online again. */
  readonly requestLater: () => void;
}

export function useVideoAccess({
  areaId,
  widgetId,
  configId,
  videoUrl,
}: VideoReference): Requests & { readonly access: VideoAccess } {
  const architectureId = useVenue(({ architecture }) => architecture?.id ?? '');
  const [access, setAccess] = useState<VideoAccess>({ state: 'loading' });
  const requests = useRef<Requests>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let cancelRenewal = (): void => undefined;
    const send = async (): Promise<void> => {
      cancelRenewal();
      try {
        const body = { architectureId, areaId, widgetId, configId, videoUrl };
        const { kind, url, expiresAt } = await call(accessVideo, {
          body,
          signal,
          report: 'console',
          retry: false,
        });
        if (signal.aborted) return;
        timer.reset();
        setAccess({ state: 'ready', kind, url });
        if (expiresAt !== undefined) cancelRenewal = runAfter(renewalDelay(expiresAt - now()), attempt);
      } catch (error) {
        if (signal.aborted) return;
        const reason = accessFailureOf(error);
        logWarning('WIDGET', `the film ${videoUrl} is not accessible: ${reason}`, error);
        if (reason === 'unreachable') timer.schedule({ untilOnline: true, atLeastMs: askedDelay(error) });
        // A film that plays may be renewed in time by the next attempt.
        setAccess((known) =>
          known.state === 'ready' && reason === 'unreachable' ? known : { state: 'failed', reason },
        );
      }
    };
    const attempt = (): void => void send();
    const timer = retryTimer(attempt, backoff);
    requests.current = { request: send, requestLater: () => timer.schedule({ untilOnline: true }) };
    attempt();
    return () => {
      controller.abort();
      timer.reset();
      cancelRenewal();
    };
  }, [architectureId, areaId, widgetId, configId, videoUrl]);
  return {
    access,
    request: async () => requests.current?.request(),
    requestLater: () => requests.current?.requestLater(),
  };
}

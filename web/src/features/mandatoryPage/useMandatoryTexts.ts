import { getMandatoryPages, type LocalizedText } from '@foyer/contract';
import { parseRetryAfter } from '@foyer/contract/retryAfter';
import { useEffect, useState } from 'react';
import { ApiError } from '../../platform/api/apiError.ts';
import { call } from '../../platform/api/client.ts';
import { openConsents } from '../../platform/consent/openConsents.ts';
import { writeErrorToConsole } from '../../platform/log.ts';
import { clearCookieBanner, type VenueConsentSettings } from '../../platform/state/cookieBanner.ts';
import { currentVenue, useVenue } from '../../platform/state/venue.ts';
import { firstLoadBackoff, retryTimer } from '../../platform/time/retryTimer.ts';

export type MandatoryPageKind = 'imprint' | 'privacyPolicy';

export type MandatoryTexts =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly retry: () => void }
  | { readonly state: 'ready'; readonly texts: readonly LocalizedText[] };

/** Options of automatic attempts: the page shows the failure already. */
const quiet = { report: 'console', retry: false } as const;

const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? parseRetryAfter(error.retryAfter, Date.now()) : undefined;

type Fetched = readonly LocalizedText[] | 'failed' | undefined;

/**
 * The texts of the open venue. Without a venue, before the login, only these texts are fetched (GUARD-12), with automatic
 * retries.
 */
export function useMandatoryTexts(kind: MandatoryPageKind, architectureId: string): MandatoryTexts {
  const architecture = useVenue((state) =>
    state.architecture?.id === architectureId ? state.architecture : null,
  );
  const [fetched, setFetched] = useState<Fetched>();
  const needsFetch = architecture === null;
  /** Counts the attempts of the user. */
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    if (!needsFetch) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const params = { architectureID: architectureId };
    const load = async (options: typeof quiet | undefined) => {
      try {
        const pages = await call(getMandatoryPages, { params, signal, ...options });
        // The locales are strings, because a server may support more languages than this app.
        openConsents(pages as VenueConsentSettings);
        setFetched((kind === 'imprint' ? pages.impress : pages.privacyNotice) as LocalizedText[]);
      } catch (error) {
        if (signal.aborted) return;
        writeErrorToConsole('VENUE', `the ${kind} could not be loaded (attempt ${attempt})`, error);
        setFetched('failed');
        retry.schedule({ untilOnline: true, atLeastMs: retryAfterOf(error) });
      }
    };
    const retry = retryTimer(() => void load(quiet), firstLoadBackoff);
    void load(undefined);
    return () => {
      controller.abort();
      retry.reset();
      if (currentVenue().architecture === null) clearCookieBanner();
    };
  }, [needsFetch, kind, architectureId, attempt]);
  if (architecture) {
    return { state: 'ready', texts: kind === 'imprint' ? architecture.impress : architecture.privacyNotice };
  }
  if (fetched === 'failed') {
    const retry = () => {
      setFetched(undefined);
      setAttempt(attempt + 1);
    };
    return { state: 'failed', retry };
  }
  return fetched ? { state: 'ready', texts: fetched } : { state: 'loading' };
}

import { getMandatoryPages, type LocalizedText } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { logError } from '../../platform/log.ts';
import { useVenue } from '../../platform/state/venue.ts';

export type MandatoryPageKind = 'imprint' | 'privacyPolicy';

export type MandatoryTexts =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly retry: () => void }
  | { readonly state: 'ready'; readonly texts: readonly LocalizedText[] };

type Fetched = readonly LocalizedText[] | 'failed' | undefined;

/** The texts of the open venue. Without a venue, before the login, only these texts are fetched (GUARD-12). */
export function useMandatoryTexts(kind: MandatoryPageKind, architectureId: string): MandatoryTexts {
  const architecture = useVenue((state) =>
    state.architecture?.id === architectureId ? state.architecture : null,
  );
  const [fetched, setFetched] = useState<Fetched>();
  const needsFetch = architecture === null;
  const [attempt, setAttempt] = useState({ count: 0 });
  useEffect(() => {
    if (!needsFetch) return undefined;
    const controller = new AbortController();
    const load = async ({ count }: typeof attempt) => {
      try {
        const params = { architectureID: architectureId };
        const pages = await call(getMandatoryPages, { params, signal: controller.signal });
        // Their locales are strings, because a server may support more languages than this app.
        setFetched((kind === 'imprint' ? pages.impress : pages.privacyNotice) as LocalizedText[]);
      } catch (error) {
        if (controller.signal.aborted) return;
        logError('VENUE', `the ${kind} could not be loaded (attempt ${count + 1})`, error);
        setFetched('failed');
      }
    };
    void load(attempt);
    return () => controller.abort();
  }, [needsFetch, kind, architectureId, attempt]);
  if (architecture) {
    return { state: 'ready', texts: kind === 'imprint' ? architecture.impress : architecture.privacyNotice };
  }
  if (fetched === 'failed') {
    const retry = () => {
      setFetched(undefined);
      setAttempt(({ count }) => ({ count: count + 1 }));
    };
    return { state: 'failed', retry };
  }
  return fetched ? { state: 'ready', texts: fetched } : { state: 'loading' };
}

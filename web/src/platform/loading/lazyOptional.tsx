/** Pieces that a page does well without for a moment: one that cannot be fetched never takes the page down. */
import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { importWithRetry } from './importWithRetry.ts';
import { loadLazyTexts } from '../i18n/i18n.ts';
import type { LazyNamespace } from '../i18n/namespaces.ts';
import { logWarning } from '../log.ts';

/**
 * A component that is downloaded when it is first shown. After a failure nothing stands in its place, and the download is
 * tried again when the network is back, or when it is next shown.
 * @param load a single `import()`
 * @param texts downloaded with it
 */
export function lazyOptional<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  texts: readonly LazyNamespace[] = [],
): ComponentType<P> {
  let fetched: ComponentType<P> | undefined;
  return function Extra(props: P) {
    const [, setCome] = useState(fetched !== undefined);
    useEffect(() => {
      const ended = new AbortController();
      const { signal } = ended;
      const fetch = async (): Promise<void> => {
        try {
          const [piece] = await Promise.all([importWithRetry(load), ...texts.map(loadLazyTexts)]);
          fetched = piece.default;
          if (!signal.aborted) setCome(true);
        } catch {
          logWarning('GENERAL', 'a piece of the page could not be fetched yet');
          window.addEventListener('online', () => void fetch(), { once: true, signal });
        }
      };
      if (fetched === undefined) void fetch();
      return () => ended.abort();
    }, []);
    const Piece = fetched;
    if (Piece === undefined) return null;
    return (
      <Suspense fallback={null}>
        <Piece {...props} />
      </Suspense>
    );
  };
}

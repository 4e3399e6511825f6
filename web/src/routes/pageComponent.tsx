import type { ComponentType } from 'react';
import { loadLazyTexts } from '../platform/i18n/i18n.ts';
import type { LazyNamespace } from '../platform/i18n/texts.ts';
import { importWithRetry } from '../platform/loading/importWithRetry.ts';

/**
 * A page whose code and texts the router downloads with its route. Not `lazy` in a `Suspense`, because React shows a fallback for at
 * least 300 ms even if the code arrives after 20 ms. A failed download fails the route and is retried with it.
 */
export function pageComponent(
  load: () => Promise<{ readonly default: ComponentType }>,
  texts: readonly LazyNamespace[] = [],
) {
  let Loaded: ComponentType | undefined;
  const preload = async (): Promise<void> => {
    if (Loaded !== undefined) return;
    const [page] = await Promise.all([importWithRetry(load), ...texts.map(loadLazyTexts)]);
    Loaded = page.default;
  };
  const Page = () => (Loaded === undefined ? null : <Loaded />);
  return Object.assign(Page, { preload });
}

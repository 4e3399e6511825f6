import type { ComponentType } from 'react';
import type { LazyNamespace } from '../platform/i18n/texts.ts';
import { downloadComponent } from '../platform/loading/downloadComponent.ts';
import { logError } from '../platform/log.ts';
import { PageError } from '../platform/venue/pageError.ts';

/**
 * A page whose code the router downloads with its route. Not `lazy` in a `Suspense`, because React shows a fallback for at
 * least 300 ms even if the code arrives after 20 ms. A failed download fails the route and is retried with it.
 */
export function pageComponent(
  load: () => Promise<{ readonly default: ComponentType }>,
  texts: readonly LazyNamespace[] = [],
) {
  let Loaded: ComponentType | undefined;
  const preload = async (): Promise<void> => {
    try {
      Loaded ??= await downloadComponent(load, texts);
    } catch (error) {
      logError('NAVIGATION', 'code of the page could not be downloaded', error);
      throw new PageError('notReachable', String(error), undefined, error);
    }
  };
  const Page = () => (Loaded === undefined ? null : <Loaded />);
  return Object.assign(Page, { preload });
}

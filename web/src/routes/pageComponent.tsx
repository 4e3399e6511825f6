import type { ComponentType } from 'react';
import { importWithRetry } from '../platform/loading/importWithRetry.ts';

/**
 * A page whose code the router downloads with its route. Not `lazy` in a `Suspense`, because React shows a fallback for at
 * least 300 ms even if the code arrives after 20 ms. A failed download fails the route and is retried with it.
 */
export function pageComponent(load: () => Promise<{ readonly default: ComponentType }>) {
  let Loaded: ComponentType | undefined;
  const preload = async (): Promise<void> => {
    Loaded ??= (await importWithRetry(load)).default;
  };
  const Page = () => (Loaded === undefined ? null : <Loaded />);
  return Object.assign(Page, { preload });
}

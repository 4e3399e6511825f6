import type { ComponentType } from 'react';
import { importWithRetry } from '../platform/loading/importWithRetry.ts';

/**
 * A page whose code is fetched with its route. Not `lazy` in a `Suspense`: React keeps a fallback for at least 300 ms,
 * also where the code comes after 20 ms. A failed fetch fails the route, and is tried again with it.
 */
export function pageComponent(load: () => Promise<{ readonly default: ComponentType }>) {
  let Loaded: ComponentType | undefined;
  const preload = async (): Promise<void> => {
    Loaded ??= (await importWithRetry(load)).default;
  };
  const Page = () => (Loaded === undefined ? null : <Loaded />);
  return Object.assign(Page, { preload });
}

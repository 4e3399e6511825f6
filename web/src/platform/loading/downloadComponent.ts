import type { ComponentType } from 'react';
import { loadLazyTexts } from '../i18n/i18n.ts';
import type { LazyNamespace } from '../i18n/texts.ts';
import { importWithRetry } from './importWithRetry.ts';

/**
 * Downloads a component and its texts.
 * @param load a single `import()`, the same function at each call
 */
export async function downloadComponent<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  texts: readonly LazyNamespace[],
): Promise<ComponentType<P>> {
  const [module] = await Promise.all([importWithRetry(load), ...texts.map(loadLazyTexts)]);
  return module.default;
}

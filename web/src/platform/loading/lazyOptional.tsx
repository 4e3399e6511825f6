/** Optional components that are downloaded on demand. A failed download never breaks the page. */
import { useEffect, useState, type ComponentType } from 'react';
import { downloadComponent } from './downloadComponent.ts';
import type { LazyNamespace } from '../i18n/texts.ts';
import { logWarning } from '../log.ts';
import { retryUntilLoaded } from './retryUntilLoaded.ts';

/**
 * A component that is downloaded when it is first rendered. Until then, and after a failed download, it renders nothing,
 * unless `Failed` and `Loading` are given.
 * A failed download is retried with increasing delays, when the browser is online again, and at the next mount.
 * @param load a single `import()`
 * @param texts namespaces of texts that are downloaded with it
 * @param Failed is rendered after a failed download, until another one succeeds
 * @param Loading is rendered during the first download
 */
export function lazyOptional<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  texts: readonly LazyNamespace[] = [],
  Failed?: ComponentType<P>,
  Loading?: ComponentType<P>,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function LazyOptional(props: P) {
    const [, setLoaded] = useState(loaded !== undefined);
    const [failures, setFailures] = useState(0);
    useEffect(() => {
      if (loaded !== undefined) return undefined;
      const download = async (): Promise<void> => {
        loaded = await downloadComponent(load, texts);
      };
      return retryUntilLoaded(
        download,
        () => setLoaded(true),
        () => {
          logWarning('GENERAL', 'an optional component could not be downloaded');
          setFailures((before) => before + 1);
        },
      );
    }, []);
    const Loaded = loaded;
    if (Loaded !== undefined) return <Loaded {...props} />;
    const Placeholder = failures > 0 ? Failed : Loading;
    return Placeholder ? <Placeholder {...props} /> : null;
  };
}

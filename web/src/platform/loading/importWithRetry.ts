import { isServerReachable } from './isServerReachable.ts';

type Load<T> = () => Promise<T>;

/** Modules that have been downloaded, by the functions that import them. */
const imported = new WeakMap<Load<unknown>, unknown>();

/** Links of style sheets whose download has failed, by URL. The bundler requests each only once. */
const failedStyles = new Map<string, HTMLLinkElement>();
/** The imports that have failed since. */
const needStyles = new WeakSet<Load<unknown>>();

/** Collects the style sheets that could not be downloaded. */
export function watchStyles(): void {
  const onError = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
      failedStyles.set(target.href, target);
  };
  addEventListener('error', onError, { capture: true });
}

const downloadStyle = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.onload = () => {
      failedStyles.delete(link.href);
      resolve();
    };
    again.onerror = () => reject(new Error(link.href));
    link.remove();
    document.head.append(again);
  });

async function loadWithStyles<T>(load: Load<T>): Promise<T> {
  if (needStyles.has(load)) await Promise.all([...failedStyles.values()].map(downloadStyle));
  try {
    return await load();
  } catch (error) {
    if (failedStyles.size > 0) needStyles.add(load);
    throw error;
  }
}

/** Files that were requested at another URL: all imports of a file share one. */
const chunks = new Map<string, Promise<Readonly<Record<string, unknown>>>>();

/** Chrome remembers a failed download and never requests that URL again, so this uses another one. */
async function importFromOtherUrl<T>(load: Load<T>, error: unknown): Promise<T> {
  const url = /https?:\/\/\S+\.js/.exec(String(error))?.[0];
  if (url === undefined) throw error;
  const requested = chunks.get(url) ?? import(/* @vite-ignore */ `${url}?again=${Date.now()}`);
  chunks.set(url, requested);
  const chunk = await requested.catch((failure: unknown) => {
    chunks.delete(url);
    throw failure;
  });
  // The bundler puts several modules into one file, and selects one with `import(file).then((e) => e.name)`.
  const name = /\.then\(\(?(\w+)\)?\s*=>\s*\1\.([\w$]+)\)/.exec(String(load))?.[2];
  return (name === undefined ? chunk : chunk[name]) as T;
}

/** Node has no `onLine`, and unit tests run there. */
const hasNetwork = ({ onLine = true }: { readonly onLine?: boolean }): boolean => onLine;

/**
 * Imports a module. While the server cannot be reached for lack of a network, it fails without a request, unless the same
 * function has imported the module before: Chrome would remember the failure of each file until the page is reloaded.
 * @param load a single `import()`, the same function at each call
 */
export async function importOnline<T>(load: Load<T>): Promise<T> {
  if (imported.has(load)) return imported.get(load) as T;
  if (!hasNetwork(navigator) && !(await isServerReachable())) throw new Error('offline');
  const module = await loadWithStyles(load).catch((error: unknown) => {
    if (needStyles.has(load)) return loadWithStyles(load);
    throw error;
  });
  imported.set(load, module);
  return module;
}

/**
 * Like `importOnline`, and repeats a failed download once. Not for a file that others import statically, such as the
 * session: there would be two modules, each with its own state. Static imports of the module that have failed stay
 * unavailable until the page is reloaded.
 */
export const importWithRetry = <T>(load: Load<T>): Promise<T> =>
  importOnline(load).catch(async (error: unknown) => {
    const module = await importFromOtherUrl(load, error);
    imported.set(load, module);
    return module;
  });

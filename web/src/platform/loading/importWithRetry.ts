/** Modules that have been downloaded, by the functions that import them. */
const imported = new WeakMap<() => Promise<unknown>, unknown>();

/** The bundler requests a style sheet only once, even if that fails. */
const failedStyles = new Set<HTMLLinkElement>();

/** Collects the style sheets whose download fails, so that the next import requests them again. */
export function watchStyles(): void {
  const onError = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  };
  addEventListener('error', onError, { capture: true });
}

async function loadWithStyles<T>(load: () => Promise<T>): Promise<T> {
  const links = [...failedStyles];
  failedStyles.clear();
  const downloads = links.map(
    (link) =>
      new Promise((onload, onerror) => {
        link.replaceWith(Object.assign(link.cloneNode(), { onload, onerror }));
      }),
  );
  await Promise.all(downloads);
  return load();
}

/** Chrome remembers a failed download and never requests that URL again, so this uses another one. */
async function importFromOtherUrl<T>(load: () => Promise<T>, error: unknown): Promise<T> {
  const url = /https?:\/\/\S+\.js/.exec(String(error))?.[0];
  if (url === undefined) throw error;
  const chunk = (await import(/* @vite-ignore */ `${url}?again=${Date.now()}`)) as Record<string, unknown>;
  // The bundler puts several modules into one file, and selects one with `import(file).then((e) => e.name)`.
  const name = /\.then\(\(?(\w+)\)?\s*=>\s*\1\.([\w$]+)\)/.exec(String(load))?.[2];
  return (name === undefined ? chunk : chunk[name]) as T;
}

/**
 * Imports a module. While the browser is offline, it fails without a request, unless the same function has imported the
 * module before: Chrome would remember the failure of each file until the page is reloaded. Otherwise a failed download is
 * repeated once. Static imports of the module that have failed stay unavailable until the page is reloaded.
 * @param load a single `import()`, the same function at each call
 */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  if (imported.has(load)) return imported.get(load) as T;
  if (!navigator.onLine) throw new Error('The browser is offline.');
  const module = await loadWithStyles(load)
    .catch((error: unknown) => {
      if (navigator.onLine && failedStyles.size > 0) return loadWithStyles(load);
      throw error;
    })
    .catch((error: unknown) => {
      if (!navigator.onLine) throw error;
      return importFromOtherUrl(load, error);
    });
  imported.set(load, module);
  return module;
}

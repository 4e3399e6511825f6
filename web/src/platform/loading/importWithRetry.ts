/**
 * Imports a module. Chrome caches a failed module download and never requests that URL again, so the retry uses another
 * URL. Static imports of the module that have failed too stay unavailable until the page is reloaded.
 * @param load a single `import()`
 */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const url = /https?:\/\/\S+\.js/.exec(String(error))?.[0];
    if (url === undefined || !navigator.onLine) throw error;
    const chunk = (await import(/* @vite-ignore */ `${url}?again=${Date.now()}`)) as Record<string, unknown>;
    // The bundler puts several modules into one file, and selects one with `import(file).then((e) => e.name)`.
    const name = /\.then\(\(?(\w+)\)?\s*=>\s*\1\.([\w$]+)\)/.exec(String(load))?.[2];
    return (name === undefined ? chunk : chunk[name]) as T;
  }
}

/**
 * Fetches a piece of the app. Chrome remembers that a module could not be fetched and never asks for its address again:
 * once there is a network, it is asked for under another one. What the piece itself imports, and could not be fetched
 * either, stays away until the page is loaded anew.
 * @param load one `import()` and nothing else
 */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (fault) {
    const address = /https?:\/\/\S+\.js/.exec(String(fault))?.[0];
    if (address === undefined || !navigator.onLine) throw fault;
    return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as T;
  }
}

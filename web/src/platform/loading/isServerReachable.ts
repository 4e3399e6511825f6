import { base } from '../base.ts';

/** Requests a small file from the server. Not with `navigator.onLine` alone: a server on the same machine needs no network. */
export async function isServerReachable(): Promise<boolean> {
  const response = await fetch(`${base}/ui-config.json`, { cache: 'no-store' }).catch(() => undefined);
  return response?.ok ?? false;
}

/** Signed asset URLs, cached for ten minutes (ASSET-02). */
import { signAssetUrl } from '@foyer/contract';
import { signedUrlCacheMs } from '@foyer/contract/limits';
import { call } from '../api/client.ts';
import { operatingMode } from '../base.ts';
import { useUi } from '../state/ui.ts';
import { currentVisit } from '../visit/currentVisit.ts';

interface CachedUrl {
  readonly url: Promise<string>;
  readonly at: number;
}
/** A part of the visit: the signatures are its user's. */
const createCache = (): Map<string, CachedUrl> => new Map();

/** Whether assets need signatures: on the stage, and in a venue that requires a login. */
export const needsSignature = (): boolean => operatingMode === 'STAGE' || useUi.getState().loginEnabled;

export const isSignable = (url: string): boolean => /^\/backend-assets\/(live|preview)\//.test(url);

/**
 * @param url the unsigned URL, `/backend-assets/{live|preview}/…`
 * @param fresh requests a new signature even if one is cached
 */
export function signedUrl(url: string, fresh = false, now = Date.now()): Promise<string> {
  const cache = currentVisit().get(createCache);
  const cached = cache.get(url);
  if (cached && !fresh && now - cached.at < signedUrlCacheMs) return cached.url;
  const signing = call(signAssetUrl, { query: { url }, report: 'console', keepsSession: true }).then(
    ({ signedUrl: signed }) => signed,
  );
  cache.set(url, { url: signing, at: now });
  signing.catch(() => {
    if (cache.get(url)?.url === signing) cache.delete(url);
  });
  return signing;
}

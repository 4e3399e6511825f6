/** A counted hit as a request of Matomo's bulk tracking API. */
import type { CountedHit } from '../collector.ts';

/** @param withAddress Matomo accepts addresses only with its token */
export function toMatomoRequest(counted: CountedHit, withAddress: boolean): string {
  const { hit, at, userKey, userAgent, acceptLanguage, address } = counted;
  const { uid: _, send_image: _image, ...parameters } = hit;
  const request = {
    ...parameters,
    lang: hit.lang ?? acceptLanguage?.slice(0, 100),
    // The pseudonym of this server, whatever the browser has sent.
    uid: userKey ?? undefined,
    ua: userAgent.slice(0, 500),
    cdt: String(Math.floor(at / 1_000)),
    cip: withAddress ? address : undefined,
  };
  const present = Object.entries(request).filter(([, value]) => value !== undefined);
  return `?${new URLSearchParams(present as [string, string][]).toString()}`;
}

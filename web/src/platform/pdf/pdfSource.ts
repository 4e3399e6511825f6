/** Where the bytes of a PDF come from: an address that may expire, with the headers that it needs. */
import { authorizationFor } from '../api/client.ts';
import { AssetFailure } from '../assets/assetFailure.ts';
import { assetOf, attemptUrl, initialAttempt } from '../assets/assetUrl.ts';

export interface PdfRequest {
  readonly url: string;
  readonly headers?: Record<string, string>;
}

export interface PdfSource {
  /** Identifies the bytes: a viewer opens another document when the key changes. */
  readonly key: string;
  /** @param fresh true if the address of the previous request has expired: it must not come from a cache */
  readonly request: (fresh: boolean) => Promise<PdfRequest>;
}

/** An asset of the venue, in the generation that the venue shows now. */
export function assetPdfSource(assetId: string): PdfSource {
  // Not looked up for each request: the bytes of two generations must not be mixed.
  const asset = assetOf(assetId);
  return {
    key: asset?.uri ?? assetId,
    request: async (fresh) => {
      const attempt = initialAttempt({});
      const url = await attemptUrl(asset, {}, fresh ? { ...attempt, signature: 'fresh' } : attempt);
      if (url === undefined) throw new AssetFailure(assetId, 404);
      return { url, headers: authorizationFor(url) };
    },
  };
}

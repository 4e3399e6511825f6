/** Fetches an asset as bytes, for the panorama viewer and canvases. */
import { authorizationFor } from '../api/client.ts';
import { raiseGlobalError } from '../state/errors.ts';
import { AssetFailure } from './assetFailure.ts';
import { assetOf, attemptUrl, initialAttempt, type AssetSize } from './assetUrl.ts';
import { nextAttempt } from './attempts.ts';

export interface LoadOptions extends AssetSize {
  readonly signal?: AbortSignal | undefined;
  /** `caller`: the caller reports failures itself, and no error dialog opens. */
  readonly failure?: 'dialog' | 'caller';
}

async function fetchStatus(url: string, signal: AbortSignal | undefined): Promise<Response | number> {
  try {
    const response = await fetch(url, { headers: authorizationFor(url), ...(signal && { signal }) });
    return response.ok ? response : response.status;
  } catch (error) {
    if (signal?.aborted) throw error;
    return 0;
  }
}

/**
 * The asset's bytes, with the attempts of `attempts.ts`.
 * @throws AssetFailure if all attempts fail
 */
export async function fetchAsset(assetId: string, options: LoadOptions = {}): Promise<Blob> {
  const asset = assetOf(assetId);
  let status = 404;
  let attempt: ReturnType<typeof nextAttempt> = initialAttempt(options);
  while (typeof attempt === 'object') {
    const url = await attemptUrl(asset, options, attempt);
    if (url === undefined) break;
    const result = await fetchStatus(url, options.signal);
    if (result instanceof Response) return result.blob();
    status = result;
    attempt = nextAttempt(attempt, status);
  }
  const failure = new AssetFailure(assetId, status);
  if (attempt === 'error' && options.failure !== 'caller') raiseGlobalError('WIDGET_ERROR', failure.message);
  throw failure;
}

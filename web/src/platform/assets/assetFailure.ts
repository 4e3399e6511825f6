/** Why a picture cannot be shown, and its message in the log. */
import { authorizationFor } from '../api/client.ts';
import { logError, logWarning } from '../log.ts';

export class AssetFailure extends Error {
  override readonly name = 'AssetFailure';
  readonly assetId: string;
  /** HTTP status; 404 also for an asset that the venue does not have, 0 without a response. */
  readonly status: number;
  constructor(assetId: string, status: number) {
    super(`asset ${assetId}: ${status === 0 ? 'no response' : `status ${status}`}`);
    this.assetId = assetId;
    this.status = status;
  }
}

/** With these the server has the picture, and the browser cannot show it. */
const servedStatuses: readonly number[] = [200, 301, 302, 304];

/** Logs a picture that cannot be shown: as a warning if its URL has a response, otherwise as an error (ASSET-05). */
export function logPictureFailure(assetId: string, error: unknown): void {
  const isServed = error instanceof AssetFailure && servedStatuses.includes(error.status);
  (isServed ? logWarning : logError)('ASSET', `picture ${assetId} cannot be shown`, error);
}

/**
 * Elements do not report the status of a response, so a HEAD request determines it; 0 without a response. Scripts cannot see
 * which status a redirect has, nor the response of another origin that it leads to.
 */
export async function fetchStatus(url: string): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'HEAD',
      headers: authorizationFor(url),
      redirect: 'manual',
    });
    return response.type === 'opaqueredirect' ? 302 : response.status;
  } catch {
    return 0;
  }
}

/**
 * Whether the connection broke while an element was loading a film or sound (`MEDIA_ERR_NETWORK`). Browsers also report
 * this for a URL that expires meanwhile.
 */
export const hasLostConnection = ({ error }: Pick<HTMLMediaElement, 'error'>): boolean => error?.code === 2;

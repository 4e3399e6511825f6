/** Dependencies on other features; app.ts passes them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Architecture, OperatingMode } from '@foyer/contract';

export interface AssetOfVenue {
  readonly mode: OperatingMode;
  readonly architectureId: string;
  readonly assetId: string;
}

export interface VideoAccessPorts {
  /** The architecture as this mode shows it now; undefined if it does not. */
  findArchitecture(mode: OperatingMode, architectureId: string): Promise<Architecture | undefined>;
  /**
   * Signs the URL at which a player loads an asset: of the file, or of the playlist of an HLS video. Only the browser that
   * sent `headers` can load it, with the cookies that the response sets. Throws `notFound` if the mode does not show the
   * asset, or nothing was uploaded for it.
   * @param expiresAt milliseconds since 1970
   */
  signForPlayer(
    asset: AssetOfVenue,
    how: { readonly expiresAt: number; readonly headers: IncomingHttpHeaders },
  ): Promise<{ readonly url: string; readonly mediaType: string; readonly cookies: readonly string[] }>;
}

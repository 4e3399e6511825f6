/** How the address of a background video is played. */
import type { Asset } from '@foyer/contract';
import { assetIdOfAddress } from '@foyer/contract/address';

export type VideoKind =
  /** A file that every browser plays by itself. */
  | 'file'
  /** A playlist (HLS). */
  | 'playlist'
  /** Belongs to a provider's own player; until that is asked for its consent there is the poster. */
  | 'provider';

const isHost = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

export function videoKindOf(address: string): VideoKind {
  // The base only gives an asset's path an origin; it is not asked.
  const { hostname, pathname } = new URL(address, 'https://venue.invalid');
  if (isHost(hostname, 'vimeo.com')) return 'provider';
  return pathname.toLowerCase().endsWith('.m3u8') ? 'playlist' : 'file';
}

const playlistType = 'application/vnd.apple.mpegurl';

/**
 * Where a video is read: a public address as it is, an asset of the venue where the server has it.
 * @param asset the one that the address names, if it names one
 * @returns undefined where there is no such asset
 */
export function videoAddress(videoUrl: string, asset: Asset | undefined): string | undefined {
  if (assetIdOfAddress(videoUrl) === undefined) return videoUrl;
  // A stream is stored as a folder of files, of which this one names the others.
  return asset?.uri && asset.mediaType === playlistType ? `${asset.uri}/playlist.m3u8` : asset?.uri;
}

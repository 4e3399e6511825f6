/** How the URL of a background video is played. */
import type { Asset } from '@foyer/contract';
import { assetIdFromUrl } from '@foyer/contract/address';
import { parseVimeo, requestUrl } from '@foyer/contract/embeds';
import { playlistType } from '../../../platform/video/hls.ts';

export type VideoKind =
  /** A file that every browser can play. */
  | 'file'
  /** A playlist (HLS). */
  | 'playlist'
  /** A film that only the player of its website plays, in a frame. */
  | 'provider';

export function videoKindOf(address: string): VideoKind {
  if (parseVimeo(address)) return 'provider';
  // The base only makes an asset's path a valid URL; it is not requested.
  const { pathname } = new URL(address, 'https://venue.invalid');
  return pathname.toLowerCase().endsWith('.m3u8') ? 'playlist' : 'file';
}

/**
 * The URL of a video: a public URL as the page's policy names it, an asset of the venue by its URI.
 * @param asset the asset that the address names, if any
 * @returns undefined if the asset does not exist
 */
export function videoAddress(videoUrl: string, asset: Asset | undefined): string | undefined {
  if (assetIdFromUrl(videoUrl) === undefined) return requestUrl(videoUrl).href;
  // A stream is stored as a folder of files; the playlist lists the others.
  return asset?.uri && asset.mediaType === playlistType ? `${asset.uri}/playlist.m3u8` : asset?.uri;
}

/** The part of an HLS video that its cover is made from: the first segments of one rendition. */
import { posix } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Blobs } from '#platform/blobs/blobs';
import { bundleKey, type UploadKey } from '../blobKeys.ts';
import { copyBlob } from './copyBlob.ts';
import { bundleTypeOf, mainPlaylist } from './hls.ts';
import type { CoverFailure } from './renderCover.ts';

/** Pixels. Smaller renditions are blurred as large covers. */
const minWidth = 640;
/** A film often begins with a black frame, and a segment may have one key frame only. */
const maxSegments = 3;

export type Sample = { readonly mediaType: string } | { readonly failure: CoverFailure };

/** Writes the segments to `file`, one after the other: players can play that like a film of its own. */
export async function copyHlsSample(
  { blobs, row, signal }: { readonly blobs: Blobs; readonly row: UploadKey; readonly signal: AbortSignal },
  file: string,
): Promise<Sample> {
  const readPlaylist = async (path: string): Promise<string> => {
    const found = await blobs.read(bundleKey(row, path));
    if (!found) throw new Error(`The playlist ${path} of an HLS video is missing in the storage.`);
    return text(found.body);
  };
  const main = await readPlaylist(mainPlaylist);
  const rendition = chooseRendition(main);
  const path = rendition ?? mainPlaylist;
  const playlist = rendition === undefined ? main : await readPlaylist(rendition);
  if (/^#EXT-X-KEY:(?!METHOD=NONE)/m.test(playlist)) return { failure: 'encrypted' };
  const segments = linesOf(playlist).filter(isReference).slice(0, maxSegments);
  const mediaType = bundleTypeOf(segments[0] ?? '');
  if (mediaType === undefined || !mediaType.startsWith('video/')) return { failure: 'noPicture' };
  const initialization = /^#EXT-X-MAP:.*URI="(?<uri>[^"]+)"/m.exec(playlist)?.groups?.['uri'];
  // Segments may be ranges of one file.
  const files = new Set(initialization === undefined ? segments : [initialization, ...segments]);
  for (const reference of files)
    await copyBlob(blobs, bundleKey(row, posix.join(posix.dirname(path), reference)), file, signal);
  return { mediaType };
}

const linesOf = (playlist: string): string[] => playlist.split('\n').map((line) => line.trim());
const isReference = (line: string): boolean => line !== '' && !line.startsWith('#');

/** The smallest rendition that is wide enough, otherwise the largest; undefined for a playlist of segments. */
function chooseRendition(playlist: string): string | undefined {
  const lines = linesOf(playlist);
  const renditions = lines
    .flatMap((line, at) => {
      if (!line.startsWith('#EXT-X-STREAM-INF:')) return [];
      const uri = lines.slice(at + 1).find(isReference);
      const bandwidth = Number(/[:,] *BANDWIDTH=(\d+)/.exec(line)?.[1] ?? 0);
      // Renditions without a picture have no resolution.
      const width = Number(/[:,] *RESOLUTION=(\d+)x/.exec(line)?.[1] ?? 0);
      return uri === undefined ? [] : [{ uri, bandwidth, width }];
    })
    .toSorted((a, b) => a.bandwidth - b.bandwidth);
  return (renditions.find(({ width }) => width >= minWidth) ?? renditions.at(-1))?.uri;
}

/** The part of an HLS video that its cover is made from: the first segments of one rendition. */
import { posix } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Blobs } from '#platform/blobs/blobs';
import { bundleKey, type UploadKey } from '../blobKeys.ts';
import { copyBlob } from './copyBlob.ts';
import { bundleTypeOf, mainPlaylist } from './hls.ts';
import { attributesIn } from './playlist.ts';
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
  const segments = segmentsIn(playlist).slice(0, maxSegments);
  if (segments.some(({ isEncrypted }) => isEncrypted)) return { failure: 'encrypted' };
  const mediaType = bundleTypeOf(segments[0]?.files.at(-1) ?? '');
  if (mediaType === undefined || !mediaType.startsWith('video/')) return { failure: 'noPicture' };
  // Segments may be ranges of one file.
  for (const reference of new Set(segments.flatMap(({ files }) => files)))
    await copyBlob(blobs, bundleKey(row, posix.join(posix.dirname(path), reference)), file, signal);
  return { mediaType };
}

interface Segment {
  /** As the playlist refers to them: the initialization segment, if there is one, and the segment. */
  readonly files: readonly string[];
  readonly isEncrypted: boolean;
}

/** A key applies to the segments and initialization segments that follow it, an initialization segment to the segments. */
function segmentsIn(playlist: string): readonly Segment[] {
  const segments: Segment[] = [];
  let hasKey = false;
  let initialization: Segment = { files: [], isEncrypted: false };
  for (const line of linesOf(playlist)) {
    if (line.startsWith('#EXT-X-KEY:')) hasKey = attributesIn(line).get('METHOD') !== 'NONE';
    else if (line.startsWith('#EXT-X-MAP:')) {
      const uri = attributesIn(line).get('URI');
      initialization = { files: uri === undefined ? [] : [uri], isEncrypted: hasKey };
    } else if (isReference(line))
      segments.push({
        files: [...initialization.files, line],
        isEncrypted: hasKey || initialization.isEncrypted,
      });
  }
  return segments;
}

const linesOf = (playlist: string): string[] => playlist.split('\n').map((line) => line.trim());
const isReference = (line: string): boolean => line !== '' && !line.startsWith('#');

/** A number, or the width of a resolution such as `640x360`; 0 if there is none. */
const leadingNumber = (value = ''): number => Number(/^\d+/.exec(value)?.[0] ?? 0);

/** The smallest rendition that is wide enough, otherwise the largest; undefined for a playlist of segments. */
function chooseRendition(playlist: string): string | undefined {
  const lines = linesOf(playlist);
  const renditions = lines
    .flatMap((line, at) => {
      if (!line.startsWith('#EXT-X-STREAM-INF:')) return [];
      const uri = lines.slice(at + 1).find(isReference);
      const attributes = attributesIn(line);
      const bandwidth = leadingNumber(attributes.get('BANDWIDTH'));
      // Renditions without a picture have no resolution.
      const width = leadingNumber(attributes.get('RESOLUTION'));
      return uri === undefined ? [] : [{ uri, bandwidth, width }];
    })
    .toSorted((a, b) => a.bandwidth - b.bandwidth);
  return (renditions.find(({ width }) => width >= minWidth) ?? renditions.at(-1))?.uri;
}

/** Archives as `npm pack @zoom/meetingsdk` writes them. */
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';

export type ArchiveEntry = readonly [header: Partial<Header> & { readonly name: string }, content?: string];

export async function packZoomArchive(entries: readonly ArchiveEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const [header, content] of entries) tar.entry(header, content ?? '');
  tar.finalize();
  return gzipSync(await buffer(tar));
}

/** Reads the chunks of a WebP file, and copies it without metadata and without changing the picture. */
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

interface Chunk {
  /** Four characters: `VP8 ` lossy, `VP8L` lossless, `VP8X` features of the file, `EXIF`, `XMP `. */
  readonly name: string;
  /** Offset of the header in the file. */
  readonly start: number;
  /** Offset after the last byte, including padding. */
  readonly end: number;
}

const maxChunks = 5_000;
/** Bits of the first byte of VP8X that announce EXIF and XMP. */
const metadataFlags = 0x0c;

async function readChunks(file: string): Promise<Chunk[]> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const chunks: Chunk[] = [];
    const header = Buffer.alloc(8);
    for (let at = 12; at + 8 <= size && chunks.length < maxChunks;) {
      await handle.read(header, 0, 8, at);
      const end = Math.min(size, at + 8 + Math.ceil(header.readUInt32LE(4) / 2) * 2);
      chunks.push({ name: header.toString('latin1', 0, 4), start: at, end });
      at = end;
    }
    return chunks;
  } finally {
    await handle.close();
  }
}

/** Whether the picture is lossless, which means that it is decoded as a whole. */
export const isLossless = async (file: string): Promise<boolean> =>
  (await readChunks(file)).some(({ name }) => name === 'VP8L');

/** Copies the file without its EXIF and XMP chunks. */
export async function copyWithoutMetadata(file: string, copy: string): Promise<void> {
  const keptChunks = (await readChunks(file)).filter(({ name }) => name !== 'EXIF' && name !== 'XMP ');
  const ranges = [{ start: 0, end: 12 }, ...keptChunks];
  for (const { start, end } of ranges) {
    await pipeline(
      createReadStream(file, { start, end: end - 1 }),
      createWriteStream(copy, { flags: 'a', mode: 0o600 }),
    );
  }
  const handle = await open(copy, 'r+');
  try {
    const length = Buffer.alloc(4);
    length.writeUInt32LE((await handle.stat()).size - 8);
    await handle.write(length, 0, 4, 4);
    if (keptChunks[0]?.name === 'VP8X') {
      const flags = Buffer.alloc(1);
      await handle.read(flags, 0, 1, 20);
      flags.writeUInt8(flags.readUInt8(0) & ~metadataFlags & 0xff);
      await handle.write(flags, 0, 1, 20);
    }
  } finally {
    await handle.close();
  }
}

/** Reads ZIP files whose entries are stored without compression, by their directories (APPNOTE 6.3.10). */
import { crc32 } from 'node:zlib';

export interface ZipDirectoryEntry {
  readonly path: string;
  readonly bytes: number;
  readonly crc: number;
  readonly offset: number;
}

const signatures = { end: 0x06054b50, end64: 0x06064b50, entry: 0x02014b50, local: 0x04034b50 };
const inExtraField = 0xffffffff;
const utf8Flag = 1 << 11;

/** @param tail the end of the archive, with its directory  @param start the position of `tail` in the archive */
export function readZipDirectory(tail: Buffer, start = 0): ZipDirectoryEntry[] {
  const end = tail.length - 22;
  expectSignature(tail, end, 'end');
  // The record of ZIP64 and its locator, if there are any, are right before.
  const end64 = end - 76;
  const is64 = end64 >= 0 && tail.readUInt32LE(end64) === signatures.end64;
  const count = is64 ? Number(tail.readBigUInt64LE(end64 + 32)) : tail.readUInt16LE(end + 10);
  let at = (is64 ? Number(tail.readBigUInt64LE(end64 + 48)) : tail.readUInt32LE(end + 16)) - start;
  const entries: ZipDirectoryEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    expectSignature(tail, at, 'entry');
    if ((tail.readUInt16LE(at + 8) & utf8Flag) === 0) throw new Error('A path is not declared as UTF-8');
    if (tail.readUInt16LE(at + 10) !== 0) throw new Error('An entry is compressed');
    const [pathBytes, extraBytes] = [tail.readUInt16LE(at + 28), tail.readUInt16LE(at + 30)];
    const path = tail.toString('utf8', at + 46, at + 46 + pathBytes);
    const extra = tail.subarray(at + 46 + pathBytes, at + 46 + pathBytes + extraBytes);
    let [bytes, offset] = [tail.readUInt32LE(at + 24), tail.readUInt32LE(at + 42)];
    if (bytes === inExtraField) [bytes, offset] = readZip64Field(extra);
    entries.push({ path, bytes, crc: tail.readUInt32LE(at + 16), offset });
    at += 46 + pathBytes + extraBytes;
  }
  return entries;
}

/** The contents of all entries by path. Throws if a checksum is wrong. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  return new Map(
    readZipDirectory(zip).map(({ path, bytes, crc, offset }) => {
      expectSignature(zip, offset, 'local');
      const content = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
      const found = zip.subarray(content, content + bytes);
      if (crc32(found) !== crc) throw new Error(`The checksum of ${path} is wrong`);
      return [path, found];
    }),
  );
}

function expectSignature(zip: Buffer, at: number, name: keyof typeof signatures): void {
  if (zip.readUInt32LE(at) !== signatures[name]) throw new Error(`There is no ${name} record at ${at}`);
}

/** Size and offset of an entry. The first extra field is the time, the second that of ZIP64. */
function readZip64Field(extra: Buffer): [bytes: number, offset: number] {
  let at = 0;
  while (extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  return [Number(extra.readBigUInt64LE(at + 4)), Number(extra.readBigUInt64LE(at + 20))];
}

/** Pictures and files for the tests of assets. */
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { pack } from 'tar-stream';

export const plainPicture = (width: number, height: number, background: string): Sharp =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });

/** A picture of reproducible noise, which does not compress. */
export function noisePicture(width: number, height: number, seed = 1): Sharp {
  let state = seed;
  const raw = Buffer.alloc(width * height * 3);
  for (let at = 0; at < raw.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    raw[at] = state >>> 24;
  }
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

/** A tar of these files. A value of undefined is a symbolic link to /etc/passwd. */
export async function tarOf(files: Readonly<Record<string, string | Buffer | undefined>>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) {
    if (content === undefined) tar.entry({ name, type: 'symlink', linkname: '/etc/passwd' });
    else tar.entry({ name }, content);
  }
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Empty packets of an MPEG transport stream. */
export function hlsSegment(packets: number, fill = 0xff): Buffer {
  const bytes = Buffer.alloc(packets * 188, fill);
  for (let at = 0; at < bytes.length; at += 188) bytes[at] = 0x47;
  return bytes;
}

/** A small HLS video: a master playlist, one rendition in a folder, two segments. */
export const hlsFiles = (): Record<string, string | Buffer> => ({
  'playlist.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000\n720p/index.m3u8\n',
  '720p/index.m3u8':
    '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4,\nseg0.ts\n#EXTINF:4,\nseg1.ts\n#EXT-X-ENDLIST\n',
  '720p/init.mp4': Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomavc1', 'latin1'),
  '720p/seg0.ts': hlsSegment(10),
  '720p/seg1.ts': hlsSegment(12, 0xfe),
});

/** A zip with uncompressed files. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), content]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, entry, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, listed, Buffer.from('PK\x05\x06'), end]);
}

const openXml = 'application/vnd.openxmlformats-officedocument';
const office = (part: string, type: string): Buffer =>
  zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="${type}.main+xml"/></Types>`,
    [part]: '<x/>',
  });

const latin = (text: string, length = 600): Buffer => Buffer.concat([Buffer.from(text, 'latin1')], length);

/** Minimal files of all accepted types except pictures, by their stored media type. */
export const acceptedFiles: readonly (readonly [mediaType: string, bytes: Buffer])[] = [
  ['video/mp4', latin('\0\0\0\x18ftypisom\0\0\x02\0isomiso2')],
  [
    'video/webm',
    latin(
      '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm',
    ),
  ],
  ['audio/mpeg', latin('\xff\xfb\x90\x64')],
  ['audio/ogg', latin('OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x1eOpusHead')],
  ['audio/mp4', latin('\0\0\0\x18ftypM4A \0\0\x02\0M4A mp42')],
  ['audio/wav', latin('RIFF\x24\x02\0\0WAVEfmt ')],
  ['application/pdf', latin('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n')],
  ['application/zip', zipOf({ 'read.txt': 'hello' })],
  [
    `${openXml}.wordprocessingml.document`,
    office('word/document.xml', `${openXml}.wordprocessingml.document`),
  ],
  [
    `${openXml}.presentationml.presentation`,
    office('ppt/presentation.xml', `${openXml}.presentationml.presentation`),
  ],
  [`${openXml}.spreadsheetml.sheet`, office('xl/workbook.xml', `${openXml}.spreadsheetml.sheet`)],
  ['text/vtt', Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nGrüße\n')],
];

/** Refused files: a typical name, the bytes, and a part of the error message. */
export const rejectedFiles: readonly (readonly [name: string, bytes: Buffer, reason: string])[] = [
  [
    'logo.svg with a script',
    latin('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 80),
    'SVG',
  ],
  [
    'logo.svg with an XML head',
    latin('<?xml version="1.0"?>\n<!-- a logo -->\n<svg onload="alert(1)"/>', 66),
    'SVG',
  ],
  ['page.html named .png', latin('<!DOCTYPE html><html><script>alert(1)</script>', 46), 'HTML'],
  ['a fragment of HTML', latin('\n\n  <ScRiPt>alert(1)</sCrIpT>', 29), 'HTML'],
  ['text that hides a script', latin('hello <script>alert(1)</script>', 31), 'HTML'],
  ['a page after comments', latin('<!-- a --> <!-- b -->\n<p>text</p>', 33), 'HTML'],
  // A pattern that may split these comments in several ways would take minutes.
  [
    'crafted comments',
    Buffer.from(`<!-${'---><!--><!----><!-'.repeat(14)}`),
    'plain text of an unknown kind',
  ],
  ['feed.xml', latin('<?xml version="1.0"?><feed/>', 28), 'XML'],
  ['setup.exe', latin('MZ\x90\0\x03\0\0\0'), 'application/x-msdownload'],
  ['a program for Linux', latin('\x7fELF\x02\x01\x01\0'), 'application/x-elf'],
  ['install.sh', latin('#!/bin/sh\nrm -rf /\n', 19), 'a script'],
  ['app.js', latin('alert(document.cookie)', 22), 'plain text'],
  ['captions with a zero', Buffer.from('WEBVTT\n\n\0'), 'captions that are not UTF-8'],
  ['old.tiff', latin('II*\0\x08\0\0\0'), 'image/tiff'],
  ['favicon.ico', latin('\0\0\x01\0\x01\0'), 'image/x-icon'],
  ['movie.swf', latin('FWS\x09\0\0\0\0'), 'application/x-shockwave-flash'],
  ['tool.jar', zipOf({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0' }), 'application/java-archive'],
  ['letter.docm', office('word/document.xml', 'application/vnd.ms-word.document.macroEnabled'), 'macro'],
  ['archive.7z', latin("7z\xbc\xaf'\x1c\0\x04"), 'application/x-7z-compressed'],
  ['a playlist alone', latin('#EXTM3U\n#EXTINF:4,\nhttps://evil.example/a.ts\n', 46), 'HLS playlist alone'],
  ['random bytes', Buffer.from([1, 2, 3, 0, 4]), 'unknown type'],
];

/** A polyglot: a valid GIF that is also a script. */
export function gifWithScript(gif: Buffer): Buffer {
  return Buffer.concat([gif, Buffer.from('*/=1;alert(document.domain)//<script>alert(1)</script>')]);
}

/** A GIF that declares frames of the given size with a few bytes each. */
export function gifOfFrames(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = Buffer.from('\x21\xf9\x04\0\x0a\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

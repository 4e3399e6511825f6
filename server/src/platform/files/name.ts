/** Makes user-provided file names safe for headers and file systems. */

/** Text direction controls and other invisible characters. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu;
const forbiddenCharacters = /["*/:<>?\\|%]/g;
/** Device names on Windows, with or without an extension. */
const windowsDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const maxNameLength = 120;
/** File systems allow 255 bytes of UTF-8, including the extension and a number. */
const maxNameBytes = 236;

/**
 * A file name: no path, no control characters, no device, of at most 120 characters, ending with the type's extension,
 * which is '' for a folder.
 */
export function safeFileName(name: string, extension: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = last.replace(invisibleCharacters, '').replace(forbiddenCharacters, '_').replace(/\s+/g, ' ');
  const stem = plain.toLowerCase().endsWith(extension)
    ? plain.slice(0, plain.length - extension.length)
    : plain;
  const short = shorten(stem);
  const trimmed = short.replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const safe = trimmed === '' ? 'file' : trimmed;
  return `${windowsDevice.test(`${safe}${extension}`) ? '_' : ''}${safe}${extension}`;
}

/** The first characters that fit into a file name. */
function shorten(stem: string): string {
  const characters = Array.from(stem).slice(0, maxNameLength);
  while (Buffer.byteLength(characters.join('')) > maxNameBytes) characters.pop();
  return characters.join('');
}

const percentEncode = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** Content-Disposition (RFC 6266): an ASCII name for old clients, and the full one (RFC 5987). */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7E]/gu, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*!]/g, percentEncode);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

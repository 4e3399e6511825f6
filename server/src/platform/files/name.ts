/** Makes user-provided names safe for headers and file systems. */

/**
 * Text direction controls and other invisible characters, but not the two joiners: Persian, Indic scripts and emoji need
 * them.
 */
const invisibleCharacters = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;
const forbiddenCharacters = /["*/:<>?\\|%]/g;
/** Device names on Windows, with or without an extension. */
const windowsDevice = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\.|$)/i;
const maxNameLength = 120;
/** File systems allow 255 bytes of UTF-8, including the extension and a number. */
const maxNameBytes = 236;

/** The name of an uploaded file, which may begin with its path on the sender's machine: only the last part is used. */
export const safeFileName = (name: string, extension: string): string =>
  fileNameOf(name.split(/[/\\]/).at(-1) ?? '', extension, maxNameLength);

/**
 * A file name for a text: no path, no control characters, no device, ending with the type's extension.
 * @param extension with the dot; '' for a folder
 * @param maxLength in characters, without the extension
 */
export function fileNameOf(text: string, extension: string, maxLength: number): string {
  const plain = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(invisibleCharacters, '')
    .replace(forbiddenCharacters, '_');
  const stem = plain.toLowerCase().endsWith(extension)
    ? plain.slice(0, plain.length - extension.length)
    : plain;
  const short = shorten(stem, maxLength);
  const trimmed = short.replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const safe = /[^\u200C\u200D]/.test(trimmed) ? trimmed : 'file';
  return `${windowsDevice.test(`${safe}${extension}`) ? '_' : ''}${safe}${extension}`;
}

/** The first characters that fit into a file name. */
function shorten(stem: string, maxLength: number): string {
  const characters = Array.from(stem).slice(0, maxLength);
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

/** Names of files, which are safe for headers and on every file system. */

/**
 * Text direction controls and other invisible characters, but not the two joiners: Persian, Indic scripts and emoji need
 * them.
 */
const invisibleCharacters = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;
const forbiddenCharacters = /["*/:<>?\\|%]/g;
/** Device names on Windows, with or without an extension. */
const windowsDevice = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\.|$)/i;
const defaultMaxLength = 120;
/** File systems allow 255 bytes of UTF-8, including the extension and a number. */
const maxBytes = 236;

/**
 * A file name for a text: no path, no control characters, no device, ending with the type's extension.
 * @param extension with the dot; '' for a folder, or for a file without one
 * @param maxLength in characters, without the extension
 */
export function fileNameOf(text: string, extension: string, maxLength: number = defaultMaxLength): string {
  const plain = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(invisibleCharacters, '')
    .replace(forbiddenCharacters, '_');
  const hasExtension = plain.toLowerCase().endsWith(extension.toLowerCase());
  const stem = hasExtension ? plain.slice(0, plain.length - extension.length) : plain;
  // Dots at the start hide a file, and Windows removes those at the end.
  const trimmed = shorten(stem, maxLength).replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const safe = /[^\u200C\u200D]/.test(trimmed) ? trimmed : 'file';
  return `${windowsDevice.test(`${safe}${extension}`) ? '_' : ''}${safe}${extension}`;
}

/** The first characters that fit into a file name. */
function shorten(stem: string, maxLength: number): string {
  const short = Array.from(stem).slice(0, maxLength).join('');
  return short.slice(0, new TextEncoder().encodeInto(short, new Uint8Array(maxBytes)).read);
}

/** The names of downloaded files. */

/** What no file system allows, and marks that change the direction of the text around them. */
const unsafe = /[\\/:*?"<>|\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Names that Windows reserves for devices, also with an extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** File systems allow 255; the rest is for an extension, and for the number that browsers add to a name that exists. */
const maxBytes = 240;

/** As much of a text as fits into `maxBytes` in UTF-8. */
const shortened = (text: string): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read);

/** Dots at the start hide a file, and Windows removes those at the end. */
const trimmed = (name: string): string => name.replaceAll(/^[. ]+|(?<![. ])[. ]+$/g, '');

/** A name without what is not allowed in names of files; `fallback` if nothing is left. */
export function safeFileName(name: string, fallback: string): string {
  const safe = trimmed(shortened(trimmed(name.replaceAll(unsafe, ' ').replaceAll(/\s+/g, ' '))));
  return safe.replace(reserved, '_$&') || fallback;
}

/** `.pdf` of `plan.pdf`, '' if a name has none. */
export const extensionOf = (name: string): string => /\.[a-z\d]{1,5}$/i.exec(name.trim())?.[0] ?? '';

/** The extension of the file that a response is to be saved as. */
export function extensionFrom(disposition: string | null): string {
  const [, encoded, plain] = /filename\*=UTF-8''([^;]+)|filename="([^"]*)"/i.exec(disposition ?? '') ?? [];
  return extensionOf(encoded ?? plain ?? '');
}

/** A name as that of a file, with an extension that it may have already. */
export function fileNameOf(name: string, extension: string): string {
  const safe = safeFileName(name, 'file');
  return safe.toLowerCase().endsWith(extension.toLowerCase()) ? safe : `${safe}${extension}`;
}

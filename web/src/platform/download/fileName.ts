/** The names of downloaded files. */

/** What no file system allows, and marks that change the direction of the text around them. */
const unsafe = /[\\/:*?"<>|\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const longest = 150;

/** A name without what is not allowed in names of files; `fallback` if nothing is left. */
export const safeFileName = (name: string, fallback: string): string =>
  Array.from(name.replaceAll(unsafe, ' ').replaceAll(/\s+/g, ' ')).slice(0, longest).join('').trim() ||
  fallback;

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

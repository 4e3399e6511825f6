/** The extensions of downloaded files. */

/** `.pdf` of `plan.pdf`, '' if a name has none. */
export const extensionOf = (name: string): string => /\.[a-z\d]{1,5}$/i.exec(name.trim())?.[0] ?? '';

/** The extension of the file that a response is to be saved as. */
export function extensionFrom(disposition: string | null): string {
  const [, encoded, plain] = /filename\*=UTF-8''([^;]+)|filename="([^"]*)"/i.exec(disposition ?? '') ?? [];
  return extensionOf(encoded ?? plain ?? '');
}

import { imageSuffixes, type ImageSuffix } from '@foyer/contract/limits';

const widths = imageSuffixes.map((suffix) => [suffix, Number(suffix.slice(1))] as const);

/**
 * The smallest stored variant that is sharp at a width, undefined if only the full picture is.
 * @param width CSS pixels
 */
export const suffixFor = (
  width: number,
  pixelRatio = globalThis.devicePixelRatio ?? 1,
): ImageSuffix | undefined => widths.find(([, pixels]) => pixels >= width * pixelRatio)?.[0];

/** The URL of a variant of an asset; existing parameters, such as a signature, are kept. */
export function withSuffix(url: string, suffix: ImageSuffix | undefined): string {
  if (!suffix) return url;
  return `${url}${url.includes('?') ? '&' : '?'}suffix=${suffix}`;
}

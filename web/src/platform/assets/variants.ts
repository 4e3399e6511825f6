import { imageSuffixes, type ImageSuffix } from '@foyer/contract/limits';

const widths = imageSuffixes.map((suffix) => [suffix, Number(suffix.slice(1))] as const);

/**
 * The smallest stored variant that is sharp at a width, undefined where only the picture itself is.
 * @param width CSS pixels
 */
export const suffixFor = (
  width: number,
  pixelRatio = globalThis.devicePixelRatio ?? 1,
): ImageSuffix | undefined => widths.find(([, pixels]) => pixels >= width * pixelRatio)?.[0];

/** An asset's address with a variant; whatever the address carries already, a signature too, stays. */
export function withSuffix(url: string, suffix: ImageSuffix | undefined): string {
  if (!suffix) return url;
  return `${url}${url.includes('?') ? '&' : '?'}suffix=${suffix}`;
}

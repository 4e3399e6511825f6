/** How many pixels of a picture a screen can show, in the words that the platform's asset addresses understand. */
import type { Asset } from '@foyer/contract';
import { imageSuffixes, type ImageSuffix } from '@foyer/contract/limits';
import type { AssetSize } from '../../../platform/assets/assetUrl.ts';

const widthOf = (suffix: ImageSuffix): number => Number(suffix.slice(1));
const ratio = (): number => globalThis.devicePixelRatio || 1;

/** Small enough to be there at once: blurred for a flat picture, painted for a panorama. */
export const firstWidth = { VIEW_2D: 320, VIEW_360D: 1280 } as const;

/**
 * The size to ask for; the picture itself where no stored size has enough pixels, or none is smaller than it.
 * @param pixels physical pixels over the whole width of the picture
 */
export function sizeFor(pixels: number, asset: Asset | undefined): AssetSize {
  const stored = imageSuffixes.map(widthOf).find((width) => width >= pixels);
  if (stored === undefined || (asset?.width !== undefined && stored >= asset.width)) return {};
  return { width: stored / ratio() };
}

/** The largest stored size of at most so many pixels, for a graphics card that cannot hold the picture itself. */
export function sizeWithin(pixels: number, asset: Asset | undefined): AssetSize {
  if (asset?.width !== undefined && asset.width <= pixels) return {};
  const stored = imageSuffixes.map(widthOf).findLast((width) => width <= pixels);
  return stored === undefined ? {} : { width: stored / ratio() };
}

/**
 * Physical pixels over the whole width of a picture that a screen can show, in steps, so that zooming does not ask for
 * another picture with every frame. Up to twice as close it gets its own pixels; beyond that they are only larger.
 * @param restWidth CSS pixels of the whole picture where it just covers the screen
 */
export const sharpPixels = (restWidth: number, zoom: number): number =>
  Math.ceil((restWidth * Math.min(zoom, 2) * ratio()) / 320) * 320;

/** Whether the person, or the line, asks to send less. */
export const savesData = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
};

/** Which stored size of a picture the screen needs, as the asset URLs of the platform express it. */
import type { Asset } from '@foyer/contract';
import { imageSuffixes, type ImageSuffix } from '@foyer/contract/limits';
import type { AssetSize } from '../../../platform/assets/assetUrl.ts';

const widthOf = (suffix: ImageSuffix): number => Number(suffix.slice(1));
const pixelRatio = (): number => globalThis.devicePixelRatio || 1;

/** Pixels. Small enough to load at once: blurred for a flat picture, painted for a panorama. */
export const previewWidth = { VIEW_2D: 320, VIEW_360D: 1280 } as const;

/**
 * The stored size to request; the original if no stored size has enough pixels, or none is smaller than it.
 * @param pixels width of the whole picture in physical pixels
 */
export function sizeFor(pixels: number, asset: Asset | undefined): AssetSize {
  const stored = imageSuffixes.map(widthOf).find((width) => width >= pixels);
  if (stored === undefined || (asset?.width !== undefined && stored >= asset.width)) return {};
  return { width: stored / pixelRatio() };
}

/** The largest stored size up to a width in pixels, for a GPU whose textures cannot hold the original. */
export function sizeWithin(pixels: number, asset: Asset | undefined): AssetSize {
  if (asset?.width !== undefined && asset.width <= pixels) return {};
  const stored = imageSuffixes.map(widthOf).findLast((width) => width <= pixels);
  return stored === undefined ? {} : { width: stored / pixelRatio() };
}

/**
 * The width of a whole picture in physical pixels that the screen can show, rounded up in steps, so that zooming does
 * not request another picture with every frame. Beyond zoom 2 the picture is only scaled.
 * @param restWidth CSS pixels of the whole picture when it just covers the screen
 */
export const sharpPixels = (restWidth: number, zoom: number): number =>
  Math.ceil((restWidth * Math.min(zoom, 2) * pixelRatio()) / 320) * 320;

/** Whether the user or the browser asks for less data. */
export const savesData = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
};

/** Measures the bands of a picture under the scrims, once for each picture and view mode. */
import { useEffect, useState } from 'react';
import { runAfter } from '../../../platform/time/timers.ts';
import type { LoadedPicture } from './pictureCache.ts';
import { rgbOf, scrimAlpha, defaultMaxAlpha } from './scrimAlpha.ts';

export interface ScrimAlphas {
  readonly top: number;
  readonly bottom: number;
}
/** Shares of the picture's height, from the top. */
export interface Band {
  readonly from: number;
  readonly to: number;
}

export const unknownAlphas: ScrimAlphas = { top: defaultMaxAlpha, bottom: defaultMaxAlpha };

const sampleWidth = 48;
const sampleHeight = 27;

const color = (name: '--ink' | '--ground', fallback: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || fallback;

/**
 * Draws the picture at a small size and reads its pixels; undefined if the browser does not allow it (a video of
 * another origin).
 */
function sampleBands(source: CanvasImageSource): ((band: Band) => Uint8ClampedArray) | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = sampleWidth;
  canvas.height = sampleHeight;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.drawImage(source, 0, 0, sampleWidth, sampleHeight);
  return ({ from, to }) => {
    const top = Math.min(Math.floor(from * sampleHeight), sampleHeight - 1);
    const rows = Math.max(1, Math.ceil(to * sampleHeight) - top);
    return context.getImageData(0, top, sampleWidth, Math.min(rows, sampleHeight - top)).data;
  };
}

export function alphasOf(source: CanvasImageSource, top: Band, bottom: Band): ScrimAlphas {
  try {
    const band = sampleBands(source);
    if (!band) return unknownAlphas;
    const ink = rgbOf(color('--ink', '#ffffff'));
    const ground = rgbOf(color('--ground', '#000a33'));
    return { top: scrimAlpha(band(top), ink, ground), bottom: scrimAlpha(band(bottom), ink, ground) };
  } catch {
    return unknownAlphas;
  }
}

export function useScrimAlphas(picture: LoadedPicture | undefined, top: Band, bottom: Band): ScrimAlphas {
  const [alphas, setAlphas] = useState(unknownAlphas);
  useEffect(() => {
    if (!picture) return undefined;
    // Not in the same frame as the appearance of the picture.
    return runAfter(0, () => setAlphas(alphasOf(picture.image, top, bottom)));
  }, [picture, top, bottom]);
  return alphas;
}

/**
 * Projects a panorama onto a canvas without WebGL, pixel by pixel, from a small picture. This is the first thing that
 * every 360° area shows, and all it shows without WebGL. Positions are exactly those of the viewer.
 */
import { focalLength, type PanoramaView } from '../geometry/panoramaView.ts';
import type { Extent } from '../../../platform/panZoom/plane.ts';

/** RGBA in rows, one 32-bit number per pixel. */
export interface Pixels extends Extent {
  readonly data: Uint32Array;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** Pixels: angles are computed at every eighth pixel and interpolated between. */
const stride = 8;

/** Paints the view into `target`. `panorama` is equirectangular with yaw 0 at its centre. */
export function paintPanorama(panorama: Pixels, view: PanoramaView, target: Pixels): void {
  const focal = focalLength(view.zoom, target);
  const sine = Math.sin(radians(view.pitch));
  const cosine = Math.cos(radians(view.pitch));
  const columnsPerTurn = panorama.width / (2 * Math.PI);
  const rowsPerTurn = panorama.height / Math.PI;
  const front = panorama.width / 2 + (view.yaw / 360) * panorama.width;
  const lastRow = panorama.height - 1;

  /** Column and row of the panorama at a point of the target; the column may lie beyond its edges. */
  const column = (x: number, ahead: number) => front + Math.atan2(x, ahead) * columnsPerTurn;
  const row = (x: number, height: number, ahead: number) =>
    panorama.height / 2 - Math.atan2(height, Math.hypot(x, ahead)) * rowsPerTurn;

  for (let line = 0; line < target.height; line += 1) {
    const y = target.height / 2 - line - 0.5;
    const height = y * cosine + focal * sine;
    const ahead = focal * cosine - y * sine;
    for (let from = 0; from < target.width; from += stride) {
      const to = Math.min(from + stride, target.width);
      const left = from + 0.5 - target.width / 2;
      const right = to + 0.5 - target.width / 2;
      const firstColumn = column(left, ahead);
      const span = shortestSpan(column(right, ahead) - firstColumn, panorama.width);
      const firstRow = row(left, height, ahead);
      const rowStep = (row(right, height, ahead) - firstRow) / (to - from);
      const columnStep = span / (to - from);
      for (let at = from; at < to; at += 1) {
        const u = wrap(Math.floor(firstColumn + columnStep * (at - from)), panorama.width);
        const v = Math.min(Math.max(Math.floor(firstRow + rowStep * (at - from)), 0), lastRow);
        target.data[line * target.width + at] = panorama.data[v * panorama.width + u] ?? 0;
      }
    }
  }
}

const wrap = (column: number, width: number): number => ((column % width) + width) % width;

/** At the seam of the panorama the columns jump by a whole turn. */
const shortestSpan = (span: number, width: number): number => {
  if (span > width / 2) return span - width;
  if (span < -width / 2) return span + width;
  return span;
};

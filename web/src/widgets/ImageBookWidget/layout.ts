/** Sizes of the pages of an open book. Pure. */
import type { Extent } from '../../platform/panZoom/plane.ts';
import type { Viewport } from '../../platform/panZoom/view.ts';
import { maxZoomOf } from '../../ui/zoomablePicture/zoomedView.ts';
import type { Layout } from './pages.ts';

interface SizedPage {
  readonly asset: { readonly width?: number | undefined; readonly height?: number | undefined } | undefined;
}

/** Of a page whose size is not known. */
const defaultSize: Extent = { width: 1_000, height: 1_400 };

const sizeOf = ({ asset }: SizedPage): Extent =>
  asset?.width && asset.height ? { width: asset.width, height: asset.height } : defaultSize;

/** A page is shown at least this wide if there is room. */
const minWidth = 700;

/**
 * The shape of the book: as wide as its widest page, and with the ratio of most of its pages, so that it stays the same
 * while pages of different sizes are turned.
 */
export function proportionsOf(pages: readonly SizedPage[]): {
  readonly width: number;
  readonly ratio: number;
} {
  const sizes = pages.map(sizeOf);
  const ratios = sizes.map(({ width, height }) => width / height).toSorted((a, b) => a - b);
  return {
    width: Math.max(minWidth, ...sizes.map(({ width }) => width)),
    ratio: ratios[Math.floor(ratios.length / 2)] ?? defaultSize.width / defaultSize.height,
  };
}

export interface Spread {
  readonly viewport: Viewport;
  /** The size of each page at rest, in the order of the pages. */
  readonly sizes: readonly Extent[];
}

/** The pages at rest: each as large as its half of the frame allows. Undefined while the frame has no size. */
export function spreadIn(
  frame: Extent | undefined,
  pages: readonly SizedPage[],
  layout: Layout,
): Spread | undefined {
  if (!frame || frame.width === 0 || frame.height === 0) return undefined;
  const room = { width: layout === 'double' ? frame.width / 2 : frame.width, height: frame.height };
  const naturals = pages.map(sizeOf);
  const sizes = naturals.map(({ width, height }) => {
    const scale = Math.min(room.width / width, room.height / height);
    return { width: width * scale, height: height * scale };
  });
  const widest = Math.max(...sizes.map(({ width }) => width));
  return {
    sizes,
    viewport: {
      frame,
      // The spine stays in the middle, also between pages of different widths.
      rest: { width: widest * pages.length, height: Math.max(...sizes.map(({ height }) => height)) },
      maxZoom: Math.max(...naturals.map((natural, index) => maxZoomOf(natural, sizes[index] ?? natural))),
    },
  };
}

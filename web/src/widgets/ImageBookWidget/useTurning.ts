/** Turns the pages of the open book by swipe and keys, and zooms them. */
import { useState, type RefObject } from 'react';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { usePictureZoom, type PictureZoom } from '../../platform/panZoom/usePictureZoom.ts';
import type { Viewport } from '../../platform/panZoom/view.ts';
import { nextPage, previousPage, turnOfSwipe, turnTowards, type Layout, type Turn } from './pages.ts';

/** At the ends of the book, where nothing can be turned, it follows the pointer less. */
const resistance = 0.25;

export interface OpenAt {
  readonly page: number;
  readonly count: number;
  readonly layout: Layout;
}

export interface Turning {
  readonly zoom: PictureZoom;
  /** Pixels by which the pages follow a swipe. */
  readonly offset: number;
  /** The pages that the turns lead to; undefined at the ends of the book. */
  readonly targets: Readonly<Record<Turn, number | undefined>>;
  /** Opens another page, not zoomed. */
  readonly show: (target: number | undefined) => void;
}

export function useTurning(
  { page, count, layout }: OpenAt,
  setPage: (page: number) => void,
  frame: RefObject<HTMLElement | null>,
  viewport: Viewport | undefined,
): Turning {
  const { direction } = useLanguage();
  const [offset, setOffset] = useState(0);
  const targets = { next: nextPage(page, count, layout), previous: previousPage(page, count, layout) };
  const targetTowards = (side: 'left' | 'right'): number | undefined => targets[turnTowards(side, direction)];

  const zoom = usePictureZoom(frame, viewport, {
    swipe: {
      move: ({ x }) => setOffset(targetTowards(x < 0 ? 'right' : 'left') === undefined ? x * resistance : x),
      end: (by, speed) => {
        setOffset(0);
        const turn = turnOfSwipe(by, speed, { width: viewport?.frame.width ?? 0, direction });
        if (turn) show(targets[turn]);
      },
      cancel: () => setOffset(0),
    },
    onKey: ({ key, altKey, ctrlKey, metaKey }, isZoomed) => {
      if (altKey || ctrlKey || metaKey) return false;
      if (key === 'Home') show(1);
      else if (key === 'End') show(count);
      else if (key === 'PageUp') show(targets.previous);
      else if (key === 'PageDown') show(targets.next);
      // The arrow keys move a zoomed page.
      else if (key === 'ArrowLeft' && !isZoomed) show(targetTowards('left'));
      else if (key === 'ArrowRight' && !isZoomed) show(targetTowards('right'));
      else return false;
      return true;
    },
  });

  function show(target: number | undefined): void {
    if (target === undefined || target === page) return;
    setPage(target);
    zoom.reset();
  }

  return { zoom, offset, targets, show };
}

/** What floats over the picture for a while: nothing that one can open hides under it. */
import { useEffect, type RefObject } from 'react';
import { create } from 'zustand';

export interface CoverBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface PictureCover {
  /** CSS pixels of the screen, by what covers it. */
  readonly boxes: readonly CoverBox[];
}

const covering = new Map<Element, CoverBox>();

export const usePictureCover = create<PictureCover>(() => ({ boxes: [] }));

const publish = (): void => usePictureCover.setState({ boxes: [...covering.values()] });

/** Tells the picture where an element covers it, as long as the element is there. */
export function useCoversPicture(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = (): void => {
      const { left, top, width, height } = current.getBoundingClientRect();
      covering.set(current, { left, top, width, height });
      publish();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    // Where it stands depends on the header and on the line above it, whose heights the root tells.
    const root = new MutationObserver(measure);
    root.observe(document.documentElement, { attributeFilter: ['style'] });
    current.addEventListener('animationend', measure);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      root.disconnect();
      current.removeEventListener('animationend', measure);
      removeEventListener('resize', measure);
      covering.delete(current);
      publish();
    };
  }, [element]);
}

/** Elements that temporarily cover the picture, so that hotspots can avoid them. */
import { useEffect, type RefObject } from 'react';
import { create } from 'zustand';

export interface CoverBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface PictureCover {
  /** One box per covering element, in CSS pixels of the viewport. */
  readonly boxes: readonly CoverBox[];
}

const covering = new Map<Element, CoverBox>();

export const usePictureCover = create<PictureCover>(() => ({ boxes: [] }));

const publish = (): void => usePictureCover.setState({ boxes: [...covering.values()] });

/** Publishes the box of an element that covers the picture, for as long as it is mounted. */
export function useCoversPicture(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = (): void => {
      const { left, top, width, height } = current.getBoundingClientRect();
      if (width * height > 0) covering.set(current, { left, top, width, height });
      else covering.delete(current);
      publish();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    // Its position depends on the heights of the header and the banner, which are style properties of the root.
    const rootObserver = new MutationObserver(measure);
    rootObserver.observe(document.documentElement, { attributeFilter: ['style'] });
    current.addEventListener('animationend', measure);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      rootObserver.disconnect();
      current.removeEventListener('animationend', measure);
      removeEventListener('resize', measure);
      covering.delete(current);
      publish();
    };
  }, [element]);
}

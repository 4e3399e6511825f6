import { useLayoutEffect, useRef, type RefObject } from 'react';
import { matchesMedia } from '../../../platform/media.ts';

interface Place {
  readonly left: number;
  readonly top: number;
}

const timing = { duration: 700, easing: 'cubic-bezier(0.22, 1, 0.36, 1)' } as const;

/**
 * Moves the elements of a list smoothly from where they were at the last rendering. New ones, and those that are now in
 * another column, fade in. Does nothing if the user prefers reduced motion.
 */
export function useSmoothMoves(list: RefObject<HTMLElement | null>): void {
  const places = useRef<ReadonlyMap<Element, Place>>(new Map());
  useLayoutEffect(() => {
    const before = places.current;
    const elements = [...(list.current?.children ?? [])].filter((each) => each instanceof HTMLElement);
    places.current = new Map(
      elements.map((each) => [each, { left: each.offsetLeft, top: each.offsetTop }] as const),
    );
    if (before.size === 0 || matchesMedia('reducedMotion')) return;
    for (const [element, { left, top }] of places.current) {
      const from = before.get(element);
      if (from?.left !== left) element.animate({ opacity: [0, 1] }, timing);
      else if (from.top !== top)
        element.animate({ transform: [`translateY(${from.top - top}px)`, 'none'] }, timing);
    }
  });
}

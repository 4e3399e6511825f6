/** Moves an element at the top of the page below the heads of open panels, so that it covers no title or close button. */
import { useLayoutEffect, type RefObject } from 'react';

/** The distance to the head of a panel, in pixels. */
const gap = 8;

/** The heads of panels, with title and buttons, have the attribute `data-panel-head`. */
function offsetBelowHeads(element: HTMLElement): number {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const heads = [...document.querySelectorAll('[data-panel-head]')]
    .filter((head) => head.checkVisibility({ visibilityProperty: true }))
    .map((head) => head.getBoundingClientRect());
  const covered = heads.filter(
    (head) => head.left < right && head.right > left && head.top < bottom && head.bottom > top,
  );
  return Math.max(0, ...covered.map((head) => head.bottom + gap - top));
}

export function useBelowPanelHeads(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current: element } = ref;
    if (!element) return undefined;
    let frame = 0;
    const place = (): void => {
      element.style.marginBlockStart = '';
      const offset = offsetBelowHeads(element);
      if (offset > 0) element.style.marginBlockStart = `${offset}px`;
    };
    place();
    // Panels open, change their content and end their animations while the element is shown.
    const placeSoon = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        place();
      });
    };
    const observer = new MutationObserver(placeSoon);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('animationend', place);
    addEventListener('resize', place);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      element.style.marginBlockStart = '';
      document.removeEventListener('animationend', place);
      removeEventListener('resize', place);
    };
  }, [ref]);
}

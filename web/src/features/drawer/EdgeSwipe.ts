import { swipeEdgeWidth } from '@foyer/contract/limits';
import { useEffect } from 'react';

const openAfterPx = 24;

/**
 * Opens the drawer on a swipe inwards from the end edge (HEAD-10). Listens passively, so that controls at the edge, such as
 * the label of a door, remain usable. Uses touch events, because pointer events are cancelled when the browser pans.
 */
export default function EdgeSwipe({ open }: { readonly open: () => void }): null {
  useEffect(() => {
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    let start: { x: number; y: number } | undefined;
    const rightToLeft = () => document.documentElement.dir === 'rtl';
    const begin = ({ touches }: TouchEvent) => {
      const [touch] = touches;
      start = undefined;
      if (!touch || touches.length > 1) return;
      const fromEdge = rightToLeft() ? touch.clientX : window.innerWidth - touch.clientX;
      if (fromEdge <= swipeEdgeWidth) start = { x: touch.clientX, y: touch.clientY };
    };
    const move = ({ touches }: TouchEvent) => {
      const [touch] = touches;
      if (!start || !touch) return;
      const inwards = (touch.clientX - start.x) * (rightToLeft() ? 1 : -1);
      if (inwards < openAfterPx || Math.abs(touch.clientY - start.y) > inwards) return;
      start = undefined;
      open();
    };
    document.addEventListener('touchstart', begin, options);
    document.addEventListener('touchmove', move, options);
    return () => listening.abort();
  }, [open]);
  return null;
}

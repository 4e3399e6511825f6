/** Wheel, pointers, fingers and keys over a picture; the geometry is `zoomView.ts`. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import {
  keyMoves,
  moveBy,
  settle,
  toggleAt,
  wholePicture,
  zoomAt,
  type Stage,
  type ZoomView,
} from './zoomView.ts';

const doubleTapMs = 300;
const tapDistance = 10;

interface Point {
  readonly x: number;
  readonly y: number;
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

export interface PictureZoom {
  readonly view: ZoomView;
  /** True while a pointer holds the picture: then it follows without easing. */
  readonly held: boolean;
  /** Zooms about the middle, for the buttons. */
  readonly zoomBy: (factor: number) => void;
  readonly reset: () => void;
}

/** @param stage undefined while nothing may be zoomed: then every gesture is left to the page */
export function usePictureZoom(frame: RefObject<HTMLElement | null>, stage: Stage | undefined): PictureZoom {
  const [chosen, setView] = useState(wholePicture);
  const [held, setHeld] = useState(false);
  const latest = useRef(stage);
  useEffect(() => {
    latest.current = stage;
  }, [stage]);

  const change = useCallback((next: (view: ZoomView, on: Stage) => ZoomView) => {
    const on = latest.current;
    if (on) setView((view) => next(settle(view, on), on));
  }, []);

  const on = stage !== undefined;
  useEffect(() => {
    const element = frame.current;
    return element && on ? followHand(element, change, setHeld) : undefined;
  }, [frame, on, change]);

  return {
    view: stage ? settle(chosen, stage) : wholePicture,
    held,
    zoomBy: (factor) => change((view, at) => zoomAt(view, factor, { x: 0, y: 0 }, at)),
    reset: () => setView(wholePicture),
  };
}

/** The buttons that float over the picture keep their presses. */
const isOnPicture = ({ target }: Event): boolean =>
  !(target instanceof Element && target.closest('[data-gestures="own"]'));

type Change = (next: (view: ZoomView, on: Stage) => ZoomView) => void;

function followHand(element: HTMLElement, change: Change, hold: (held: boolean) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const pointers = new Map<number, Point>();
  let tap: { at: Point; time: number } | undefined;
  let down: Point | undefined;

  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };

  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;
      // A pinch on a touchpad comes as a wheel with Ctrl, in much smaller steps.
      const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
      const at = pointOf(event);
      change((view, on) => zoomAt(view, factor, at, on));
    },
    { signal, passive: false },
  );
  // The keys mean the picture wherever in its panel the focus is.
  (element.closest<HTMLElement>('[data-dialog]') ?? element).addEventListener(
    'keydown',
    (event) => {
      const move = keyMoves.get(event.key);
      if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      change(move);
    },
    { signal },
  );
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (!isOnPicture(event) || (event.pointerType === 'mouse' && event.button !== 0)) return;
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, pointOf(event));
      down = pointers.size === 1 ? pointOf(event) : undefined;
      hold(true);
    },
    { signal },
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const at = pointOf(event);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, at);
      if (!other) {
        change((view, on) => moveBy(view, at.x - before.x, at.y - before.y, on));
        return;
      }
      const [was, is] = [between(before, other), between(at, other)];
      const factor = distance(at, other) / Math.max(distance(before, other), 1);
      change((view, on) => zoomAt(moveBy(view, is.x - was.x, is.y - was.y, on), factor, is, on));
    },
    { signal },
  );
  const release = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId)) return;
    hold(pointers.size > 0);
    const at = pointOf(event);
    if (event.type !== 'pointerup' || !down || distance(down, at) > tapDistance) return;
    if (tap && event.timeStamp - tap.time < doubleTapMs && distance(tap.at, at) < 3 * tapDistance) {
      tap = undefined;
      change((view, on) => toggleAt(view, at, on));
    } else tap = { at, time: event.timeStamp };
  };
  element.addEventListener('pointerup', release, { signal });
  element.addEventListener('pointercancel', release, { signal });
  return () => ending.abort();
}

/** Zoom and pan of the picture by wheel, pointer, touch, keys and buttons. */
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { followKey, followPointers } from './gestures.ts';
import type { Point } from './plane.ts';
import { clampView, panBy, wholeView, zoomAbout, type PanZoomView, type Viewport } from './view.ts';

export const zoomStep = 1.5;
const doubleTapZoom = 2.5;
/** Share of the frame by which an arrow key moves. */
const keyStep = 1 / 8;

export interface PictureZoom {
  readonly view: PanZoomView;
  /** While a pointer is down the picture follows it without easing. */
  readonly isDragging: boolean;
  /** Zooms around the center, for the buttons. */
  readonly zoomBy: (factor: number) => void;
  readonly reset: () => void;
}

/** What dragging does while the picture is not zoomed, where it would not move the picture. */
export interface Swipe {
  /** @param by pixels since the pointer came down */
  readonly move: (by: Point) => void;
  /** @param speed pixels per millisecond; undefined if the pointer rested before it was lifted */
  readonly end: (by: Point, speed: Point | undefined) => void;
  /** A second finger came down, so that it is a pinch. */
  readonly cancel: () => void;
}

export interface PictureZoomOptions {
  readonly swipe?: Swipe;
  /** Handles a key before the zoom does. Returns whether it has used the key. */
  readonly onKey?: (event: KeyboardEvent, isZoomed: boolean) => boolean;
}

/** A zoom below this is not visible; a pinch hardly ever ends at 1. */
const minZoom = 1.05;

/** @param viewport undefined if zooming is off: then gestures are left to the page */
export function usePictureZoom(
  frame: RefObject<HTMLElement | null>,
  viewport: Viewport | undefined,
  { swipe, onKey }: PictureZoomOptions = {},
): PictureZoom {
  const [chosen, setView] = useState(wholeView);
  const [isDragging, setIsDragging] = useState(false);
  const change = useEffectEvent((next: (view: PanZoomView, on: Viewport) => PanZoomView): void => {
    if (viewport) setView((view) => next(clampView(view, viewport), viewport));
  });

  const isZoomed = chosen.zoom > minZoom;
  /** Pixels since the pointer came down; undefined if the drag is none that swipes. */
  const swiped = useRef<Point>(undefined);
  const press = useEffectEvent((): void => {
    setIsDragging(true);
    if (swiped.current) swipe?.cancel();
    swiped.current = swipe && !isZoomed && !swiped.current ? { x: 0, y: 0 } : undefined;
  });
  const drag = useEffectEvent((by: Point): void => {
    if (swiped.current) {
      swiped.current = { x: swiped.current.x + by.x, y: swiped.current.y + by.y };
      swipe?.move(swiped.current);
    } else change((view, at) => panBy(view, by, at));
  });
  const lift = useEffectEvent((speed: Point | undefined): void => {
    setIsDragging(false);
    if (swiped.current) swipe?.end(swiped.current, speed);
    swiped.current = undefined;
  });
  const handleKey = useEffectEvent((event: KeyboardEvent): boolean => onKey?.(event, isZoomed) ?? false);

  const on = viewport !== undefined;
  useEffect(() => {
    const element = frame.current;
    if (!element || !on) return undefined;
    const zoom = (factor: number, about?: Point): void =>
      change((view, at) => zoomAbout(view, factor, at, about));
    const stopFollowing = followPointers(element, {
      drag: (by) => drag(by),
      zoom,
      press: () => press(),
      lift: (speed) => lift(speed),
      doubleTap: (about) =>
        change((view, at) => (view.zoom > minZoom ? wholeView : zoomAbout(view, doubleTapZoom, at, about))),
    });
    const keys = {
      step: (across: number, down: number): void =>
        change((view, at) => {
          const { width, height } = at.frame;
          return panBy(view, { x: -across * keyStep * width, y: -down * keyStep * height }, at);
        }),
      zoomStep: zoom,
      reset: () => setView(wholeView),
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (handleKey(event) || followKey(event, keys, zoomStep)) event.preventDefault();
    };
    // The keys work wherever in the panel the focus is.
    const panel = element.closest<HTMLElement>('[data-dialog]') ?? element;
    panel.addEventListener('keydown', onKeyDown);
    return () => {
      stopFollowing();
      panel.removeEventListener('keydown', onKeyDown);
    };
  }, [frame, on]);

  return {
    view: viewport ? clampView(chosen, viewport) : wholeView,
    isDragging,
    zoomBy: (factor) => viewport && setView((view) => zoomAbout(clampView(view, viewport), factor, viewport)),
    reset: () => setView(wholeView),
  };
}

/** Zoom and pan of the picture by wheel, pointer, touch, keys and buttons. */
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
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

/** @param viewport undefined if zooming is off: then gestures are left to the page */
export function usePictureZoom(
  frame: RefObject<HTMLElement | null>,
  viewport: Viewport | undefined,
): PictureZoom {
  const [chosen, setView] = useState(wholeView);
  const [isDragging, setIsDragging] = useState(false);
  const change = useEffectEvent((next: (view: PanZoomView, on: Viewport) => PanZoomView): void => {
    if (viewport) setView((view) => next(clampView(view, viewport), viewport));
  });

  const on = viewport !== undefined;
  useEffect(() => {
    const element = frame.current;
    if (!element || !on) return undefined;
    const zoom = (factor: number, about?: Point): void =>
      change((view, at) => zoomAbout(view, factor, at, about));
    const stopFollowing = followPointers(element, {
      drag: (by) => change((view, at) => panBy(view, by, at)),
      zoom,
      press: () => setIsDragging(true),
      lift: () => setIsDragging(false),
      doubleTap: (about) =>
        change((view, at) => (view.zoom > 1.05 ? wholeView : zoomAbout(view, doubleTapZoom, at, about))),
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
      if (followKey(event, keys, zoomStep)) event.preventDefault();
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

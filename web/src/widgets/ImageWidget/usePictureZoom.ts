/** Zoom and pan of the picture: wheel, pointers, fingers, keys and buttons. */
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { followKey, followPointers } from '../../platform/panZoom/gestures.ts';
import type { Point } from '../../platform/panZoom/plane.ts';
import {
  clampView,
  panBy,
  wholeView,
  zoomAbout,
  type PanZoomView,
  type Viewport,
} from '../../platform/panZoom/view.ts';

export const zoomStep = 1.5;
const closeUp = 2.5;
/** An arrow key moves by this share of the frame. */
const stepShare = 1 / 8;

export interface PictureZoom {
  readonly view: PanZoomView;
  /** True while a pointer holds the picture: then it follows without easing. */
  readonly held: boolean;
  /** Zooms about the middle, for the buttons. */
  readonly zoomBy: (factor: number) => void;
  readonly reset: () => void;
}

/** @param viewport undefined while nothing may be zoomed: then every gesture is left to the page */
export function usePictureZoom(
  frame: RefObject<HTMLElement | null>,
  viewport: Viewport | undefined,
): PictureZoom {
  const [chosen, setView] = useState(wholeView);
  const [held, setHeld] = useState(false);
  const change = useEffectEvent((next: (view: PanZoomView, on: Viewport) => PanZoomView): void => {
    if (viewport) setView((view) => next(clampView(view, viewport), viewport));
  });

  const on = viewport !== undefined;
  useEffect(() => {
    const element = frame.current;
    if (!element || !on) return undefined;
    const zoom = (factor: number, about?: Point): void =>
      change((view, at) => zoomAbout(view, factor, at, about));
    const end = followPointers(element, {
      drag: (by) => change((view, at) => panBy(view, by, at)),
      zoom,
      press: () => setHeld(true),
      lift: () => setHeld(false),
      doubleTap: (about) =>
        change((view, at) => (view.zoom > 1.05 ? wholeView : zoomAbout(view, closeUp, at, about))),
    });
    const keys = {
      step: (across: number, down: number): void =>
        change((view, at) => {
          const { width, height } = at.frame;
          return panBy(view, { x: -across * stepShare * width, y: -down * stepShare * height }, at);
        }),
      zoomStep: zoom,
      reset: () => setView(wholeView),
    };
    const press = (event: KeyboardEvent): void => {
      if (followKey(event, keys, zoomStep)) event.preventDefault();
    };
    // The keys mean the picture wherever in its panel the focus is.
    const panel = element.closest<HTMLElement>('[data-dialog]') ?? element;
    panel.addEventListener('keydown', press);
    return () => {
      end();
      panel.removeEventListener('keydown', press);
    };
  }, [frame, on]);

  return {
    view: viewport ? clampView(chosen, viewport) : wholeView,
    held,
    zoomBy: (factor) => viewport && setView((view) => zoomAbout(clampView(view, viewport), factor, viewport)),
    reset: () => setView(wholeView),
  };
}

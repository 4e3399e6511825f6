/** Pointers, fingers, wheel and keys that move what is seen: one way for pictures, panoramas and crops alike. */
import type { Point } from './plane.ts';

/** What the gestures move. Points are pixels from the element's top left. */
export interface GestureTarget {
  /** The picture follows the pointer by so many pixels. */
  readonly drag: (by: Point) => void;
  readonly zoom: (factor: number, about: Point) => void;
  /** A pointer came down. */
  readonly press?: () => void;
  /**
   * The last pointer was lifted.
   * @param speed pixels per millisecond; undefined where it rested before
   */
  readonly lift?: (speed: Point | undefined) => void;
  readonly doubleTap?: (at: Point) => void;
}

export interface KeyTarget {
  /** An arrow key: 1 is a whole step to the right or down, less while the key is held. */
  readonly step: (across: number, down: number) => void;
  readonly zoomStep: (factor: number) => void;
  readonly reset: () => void;
}

const dragFrom = 6;
const doubleTapMs = 300;
const doubleTapPixels = 28;

interface Held {
  readonly start: Point;
  readonly at: Point;
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
const halfway = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

/**
 * Listens on a whole element, with the buttons and links in it: a drag may begin on a link. What was dragged is not
 * clicked. Elements with `data-gestures="own"` keep their gestures.
 * @returns what ends it
 */
export function followPointers(stage: HTMLElement, target: GestureTarget): () => void {
  const held = new Map<number, Held>();
  let dragging = false;
  let speed: Point = { x: 0, y: 0 };
  let lastMove = 0;
  let lastTap: { at: Point; time: number } | undefined;
  const ending = new AbortController();

  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = stage.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const isOwn = (event: Event): boolean =>
    !(event.target instanceof Element && event.target.closest('[data-gestures="own"]'));

  const down = (event: PointerEvent): void => {
    if (!isOwn(event) || (event.pointerType === 'mouse' && event.button !== 0)) return;
    target.press?.();
    const at = pointOf(event);
    held.set(event.pointerId, { start: at, at });
    if (held.size === 1) dragging = false;
    speed = { x: 0, y: 0 };
    lastMove = event.timeStamp;
  };

  const dragTo = (before: Held, at: Point, event: PointerEvent): void => {
    if (!dragging) {
      if (distance(before.start, at) < dragFrom) return;
      dragging = true;
      stage.setPointerCapture(event.pointerId);
    }
    const by = { x: at.x - before.at.x, y: at.y - before.at.y };
    target.drag(by);
    const ms = Math.max(event.timeStamp - lastMove, 1);
    lastMove = event.timeStamp;
    speed = { x: 0.6 * (by.x / ms) + 0.4 * speed.x, y: 0.6 * (by.y / ms) + 0.4 * speed.y };
  };

  const pinchTo = (id: number, before: Held, at: Point): void => {
    const other = [...held].find(([otherId]) => otherId !== id)?.[1].at;
    if (!other) return;
    dragging = true;
    // The moves of a finger go on when its target leaves the page, as a picture does that a larger one replaces.
    stage.setPointerCapture(id);
    const was = halfway(before.at, other);
    const is = halfway(at, other);
    target.drag({ x: is.x - was.x, y: is.y - was.y });
    target.zoom(distance(at, other) / Math.max(distance(before.at, other), 1), is);
  };

  const move = (event: PointerEvent): void => {
    const before = held.get(event.pointerId);
    if (!before) return;
    // Let go over what has opened above the picture meanwhile, which kept it to itself.
    if (event.pointerType === 'mouse' && event.buttons === 0) {
      held.delete(event.pointerId);
      target.lift?.(undefined);
      return;
    }
    const at = pointOf(event);
    if (held.size === 1) dragTo(before, at, event);
    else pinchTo(event.pointerId, before, at);
    // Below the threshold the finger still rests where it was put down.
    if (dragging) held.set(event.pointerId, { ...before, at });
  };

  const up = (event: PointerEvent): void => {
    const before = held.get(event.pointerId);
    if (!held.delete(event.pointerId) || !before || held.size > 0) return;
    target.lift?.(dragging && event.timeStamp - lastMove < 60 ? speed : undefined);
    if (dragging) return;
    if (event.type === 'pointerup' && onThePicture(event)) tap(pointOf(event), event.timeStamp);
  };

  const tap = (at: Point, time: number): void => {
    if (lastTap && time - lastTap.time < doubleTapMs && distance(lastTap.at, at) < doubleTapPixels) {
      lastTap = undefined;
      target.doubleTap?.(at);
    } else lastTap = { at, time };
  };

  const click = (event: MouseEvent): void => {
    if (!dragging) return;
    dragging = false;
    // A click by keyboard or by an assistive tool has no pointer behind it.
    if (event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const wheel = (event: WheelEvent): void => {
    if (!isOwn(event)) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;
    // A pinch on a touchpad is a wheel with Ctrl, in much smaller steps.
    target.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), pointOf(event));
  };

  const { signal } = ending;
  stage.addEventListener('pointerdown', down, { signal });
  stage.addEventListener('pointermove', move, { signal });
  stage.addEventListener('pointerup', up, { signal });
  stage.addEventListener('pointercancel', up, { signal });
  stage.addEventListener('click', click, { signal, capture: true });
  stage.addEventListener('wheel', wheel, { signal, passive: false });
  // A link dragged with the mouse would take the address along instead of turning the view.
  stage.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  return () => ending.abort();
}

const onThePicture = (event: Event): boolean =>
  !(event.target instanceof Element && event.target.closest('a, button, [data-gestures="own"]'));

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const closer: Readonly<Record<string, boolean>> = { '+': true, '=': true, '-': false, _: false };

export interface KeyPress {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  /** The key is held down: smaller steps, many of them. */
  readonly repeat: boolean;
}

/**
 * Arrows are physical, in every language.
 * @param zoomFactor of one press of plus
 * @returns false where the key means nothing
 */
export function followKey(press: KeyPress, target: KeyTarget, zoomFactor = 1.25): boolean {
  if (press.altKey || press.ctrlKey || press.metaKey) return false;
  const arrow = arrows[press.key];
  const isCloser = closer[press.key];
  const step = press.repeat ? 0.35 : 1;
  if (arrow) target.step(arrow.x * step, arrow.y * step);
  else if (isCloser !== undefined) target.zoomStep(isCloser ? zoomFactor : 1 / zoomFactor);
  else if (press.key === '0') target.reset();
  else return false;
  return true;
}

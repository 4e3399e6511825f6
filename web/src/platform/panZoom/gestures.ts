/** Gestures by pointer, touch, wheel and keyboard, shared by pictures, panoramas and cropping. */
import type { Point } from './plane.ts';

/** Receives the gestures. Points are pixels from the element's top left. */
export interface GestureTarget {
  /** @param by pixels that the pointer has moved */
  readonly drag: (by: Point) => void;
  readonly zoom: (factor: number, about: Point) => void;
  /** A pointer came down. */
  readonly press?: () => void;
  /**
   * The last pointer was lifted.
   * @param speed pixels per millisecond; undefined if the pointer rested before
   */
  readonly lift?: (speed: Point | undefined) => void;
  readonly doubleTap?: (at: Point) => void;
}

export interface KeyTarget {
  /** An arrow key: 1 is a whole step right or down; smaller while the key is held down. */
  readonly step: (across: number, down: number) => void;
  readonly zoomStep: (factor: number) => void;
  readonly reset: () => void;
}

/** Pixels that a pointer moves before a drag begins. */
const dragThreshold = 6;
const doubleTapMs = 300;
const doubleTapPixels = 28;

interface PressedPointer {
  readonly start: Point;
  readonly at: Point;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const halfway = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/**
 * Listens on an element including its buttons and links: a drag may begin on a link and then suppresses the click.
 * Elements with `data-gestures="own"` handle their gestures themselves.
 * @returns removes the listeners
 */
export function followPointers(stage: HTMLElement, target: GestureTarget): () => void {
  const pressed = new Map<number, PressedPointer>();
  let dragging = false;
  let speed: Point = { x: 0, y: 0 };
  let lastMove = 0;
  let lastTap: { at: Point; time: number } | undefined;
  const controller = new AbortController();

  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = stage.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const isHandled = (event: Event): boolean =>
    !(event.target instanceof Element && event.target.closest('[data-gestures="own"]'));

  const down = (event: PointerEvent): void => {
    if (!isHandled(event) || (event.pointerType === 'mouse' && event.button !== 0)) return;
    target.press?.();
    const at = pointOf(event);
    pressed.set(event.pointerId, { start: at, at });
    if (pressed.size === 1) dragging = false;
    speed = { x: 0, y: 0 };
    lastMove = event.timeStamp;
  };

  const dragTo = (before: PressedPointer, at: Point, event: PointerEvent): void => {
    if (!dragging) {
      if (distance(before.start, at) < dragThreshold) return;
      dragging = true;
      stage.setPointerCapture(event.pointerId);
    }
    const by = { x: at.x - before.at.x, y: at.y - before.at.y };
    target.drag(by);
    const ms = Math.max(event.timeStamp - lastMove, 1);
    lastMove = event.timeStamp;
    speed = { x: 0.6 * (by.x / ms) + 0.4 * speed.x, y: 0.6 * (by.y / ms) + 0.4 * speed.y };
  };

  const pinchTo = (id: number, before: PressedPointer, at: Point): void => {
    const other = [...pressed].find(([otherId]) => otherId !== id)?.[1].at;
    if (!other) return;
    dragging = true;
    // Capture keeps the pointer's events coming when its target is removed, for example a picture replaced by a larger one.
    stage.setPointerCapture(id);
    const was = halfway(before.at, other);
    const is = halfway(at, other);
    target.drag({ x: is.x - was.x, y: is.y - was.y });
    target.zoom(distance(at, other) / Math.max(distance(before.at, other), 1), is);
  };

  const move = (event: PointerEvent): void => {
    const before = pressed.get(event.pointerId);
    if (!before) return;
    // The button was released above an element that did not pass the event on.
    if (event.pointerType === 'mouse' && event.buttons === 0) {
      pressed.delete(event.pointerId);
      target.lift?.(undefined);
      return;
    }
    const at = pointOf(event);
    if (pressed.size === 1) dragTo(before, at, event);
    else pinchTo(event.pointerId, before, at);
    // Below the threshold the position stays at the start.
    if (dragging) pressed.set(event.pointerId, { ...before, at });
  };

  const up = (event: PointerEvent): void => {
    const before = pressed.get(event.pointerId);
    if (!pressed.delete(event.pointerId) || !before || pressed.size > 0) return;
    target.lift?.(dragging && event.timeStamp - lastMove < 60 ? speed : undefined);
    if (dragging) return;
    if (event.type === 'pointerup' && isOnPicture(event)) tap(pointOf(event), event.timeStamp);
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
    // Clicks by keyboard or assistive technology have no pointer.
    if (event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const wheel = (event: WheelEvent): void => {
    if (!isHandled(event)) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;
    // A pinch on a touchpad is a wheel with Ctrl, in much smaller steps.
    target.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), pointOf(event));
  };

  const { signal } = controller;
  stage.addEventListener('pointerdown', down, { signal });
  stage.addEventListener('pointermove', move, { signal });
  stage.addEventListener('pointerup', up, { signal });
  stage.addEventListener('pointercancel', up, { signal });
  stage.addEventListener('click', click, { signal, capture: true });
  stage.addEventListener('wheel', wheel, { signal, passive: false });
  // Otherwise dragging a link with the mouse would start native drag and drop.
  stage.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  return () => controller.abort();
}

const isOnPicture = (event: Event): boolean =>
  !(event.target instanceof Element && event.target.closest('a, button, [data-gestures="own"]'));

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const zoomsIn: Readonly<Record<string, boolean>> = { '+': true, '=': true, '-': false, _: false };

export interface KeyPress {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  /** The key is held down, which makes smaller steps. */
  readonly repeat: boolean;
}

/**
 * Handles a key. Arrow keys have the same direction in all languages.
 * @param zoomFactor of one press of the plus key
 * @returns false if the key is not used
 */
export function followKey(press: KeyPress, target: KeyTarget, zoomFactor = 1.25): boolean {
  if (press.altKey || press.ctrlKey || press.metaKey) return false;
  const arrow = arrows[press.key];
  const isZoomIn = zoomsIn[press.key];
  const step = press.repeat ? 0.35 : 1;
  if (arrow) target.step(arrow.x * step, arrow.y * step);
  else if (isZoomIn !== undefined) target.zoomStep(isZoomIn ? zoomFactor : 1 / zoomFactor);
  else if (press.key === '0') target.reset();
  else return false;
  return true;
}

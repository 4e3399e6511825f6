/** Pointers, wheel and keys that move a camera. One way for pictures and panoramas alike. */
import type { Point } from '../geometry/plane.ts';
import type { Camera } from './camera.ts';

const dragFrom = 6;
const doubleTapMs = 300;
const doubleTapPixels = 28;
const closeUp = 2;

interface Held {
  readonly start: Point;
  readonly at: Point;
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
const halfway = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

/**
 * Listens on the whole stage, labels included: a drag may begin on a door. What was dragged is not clicked.
 * @param moved called on the first movement by a person
 * @returns what ends it
 */
export function followPointers(stage: HTMLElement, camera: Camera, moved: () => void): () => void {
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
    camera.stop();
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
    camera.drag(by);
    moved();
    const ms = Math.max(event.timeStamp - lastMove, 1);
    lastMove = event.timeStamp;
    speed = { x: 0.6 * (by.x / ms) + 0.4 * speed.x, y: 0.6 * (by.y / ms) + 0.4 * speed.y };
  };

  const pinchTo = (id: number, before: Held, at: Point): void => {
    const other = [...held].find(([otherId]) => otherId !== id)?.[1].at;
    if (!other) return;
    dragging = true;
    const was = halfway(before.at, other);
    const is = halfway(at, other);
    camera.drag({ x: is.x - was.x, y: is.y - was.y });
    camera.zoom(distance(at, other) / Math.max(distance(before.at, other), 1), is);
    moved();
  };

  const move = (event: PointerEvent): void => {
    const before = held.get(event.pointerId);
    if (!before) return;
    // Let go over what has opened above the picture meanwhile, which kept it to itself.
    if (event.pointerType === 'mouse' && event.buttons === 0) {
      held.delete(event.pointerId);
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
    if (dragging) {
      if (event.timeStamp - lastMove < 60) camera.release(speed);
      return;
    }
    if (event.type === 'pointerup' && onThePicture(event)) tap(pointOf(event), event.timeStamp);
  };

  const tap = (at: Point, time: number): void => {
    if (lastTap && time - lastTap.time < doubleTapMs && distance(lastTap.at, at) < doubleTapPixels) {
      lastTap = undefined;
      if (camera.isCloseUp()) camera.reset();
      else camera.zoom(closeUp, at);
      moved();
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
    camera.stop();
    camera.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), pointOf(event));
    moved();
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
const factors: Readonly<Record<string, number>> = { '+': 1.25, '=': 1.25, '-': 0.8, _: 0.8 };

export interface KeyPress {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  /** The key is held down: smaller steps, many of them. */
  readonly repeat: boolean;
}

/** Moves the camera by a key; false where the key means nothing to it. Arrows are physical, in every language. */
export function followKey(press: KeyPress, camera: Camera): boolean {
  if (press.altKey || press.ctrlKey || press.metaKey) return false;
  const arrow = arrows[press.key];
  const factor = factors[press.key];
  const step = press.repeat ? 0.35 : 1;
  if (arrow) camera.step(arrow.x * step, arrow.y * step);
  else if (factor) camera.zoomStep(factor);
  else if (press.key === '0') camera.reset();
  else return false;
  return true;
}

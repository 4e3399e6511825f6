/** The camera of a scene: gestures and keys move it, pictures and labels follow it. */
import type { Position } from '@foyer/contract';
import type { Extent, Point } from '../../../platform/panZoom/plane.ts';
import type { Side } from '../geometry/boxes.ts';

/** Where a position of the picture is on the screen. */
export interface ProjectedPosition {
  /** CSS pixels in the frame, or outside of it; undefined behind the camera. */
  readonly at: Point | undefined;
  readonly side: Side;
  readonly distance: number;
}

export interface Camera {
  /** True for a flat picture, false for a panorama. */
  readonly isFlat: boolean;
  readonly frame: Extent;
  /**
   * Calls the listener synchronously after each change of the view or the frame. Returns a function that
   * unsubscribes.
   */
  subscribe(listener: () => void): () => void;
  resize(frame: Extent): void;
  project(position: Position): ProjectedPosition;
  /** Moves the picture by CSS pixels, as a finger does. */
  drag(by: Point): void;
  zoom(factor: number, about: Point): void;
  /** One press of an arrow key: 1 is a whole step to the right or down, less while the key is held. */
  step(across: number, down: number): void;
  /** One press of plus or minus: zooms around the centre. */
  zoomStep(factor: number): void;
  /** Moves the view so that a position becomes visible. */
  turnTo(position: Position): void;
  /** Returns to the initial view. */
  reset(): void;
  /** Zooms in on a point; if the view is zoomed in already, returns to the initial view. */
  toggleCloseUp(about: Point): void;
  /** Ends a drag: the picture continues with this speed in pixels per millisecond, and slows down. */
  release(speed: Point): void;
  /** Stops every animation at the current view. */
  stop(): void;
}

const turnMs = 480;
const stepMs = 160;
const closeUpFactor = 2;

/** Approximates cubic-bezier(.2, 0, 0, 1). */
const easeOut = (share: number): number => 1 - (1 - share) ** 4;

/** What all cameras share: listeners, the size of the frame, and animations between views. */
export abstract class AnimatedCamera<View> implements Camera {
  frame: Extent = { width: 1, height: 1 };
  private currentView: View;
  private readonly listeners = new Set<() => void>();
  private animationFrame = 0;
  private animationTarget: View | undefined;
  private readonly prefersReducedMotion: () => boolean;

  /** @param prefersReducedMotion every change of the view is then immediate */
  constructor(first: View, prefersReducedMotion: () => boolean) {
    this.currentView = first;
    this.prefersReducedMotion = prefersReducedMotion;
  }

  get view(): View {
    return this.currentView;
  }

  /**
   * The view at the end of a running animation, else the current view. Steps start from it, so that quick key presses
   * add up.
   */
  protected get target(): View {
    return this.animationTarget ?? this.currentView;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  resize(frame: Extent): void {
    if (frame.width === this.frame.width && frame.height === this.frame.height) return;
    this.frame = frame;
    this.show(this.currentView);
  }

  /** Shows a view, clamped to what the picture allows. */
  protected show(view: View): void {
    this.currentView = this.clampView(view);
    for (const listener of this.listeners) listener();
  }

  protected animateTo(target: View, ms = turnMs): void {
    this.stop();
    const end = this.clampView(target);
    if (this.prefersReducedMotion()) {
      this.show(end);
      return;
    }
    this.animationTarget = end;
    const from = this.currentView;
    let began: number | undefined;
    const frame = (time: number): void => {
      began ??= time;
      const share = Math.min((time - began) / ms, 1);
      this.show(share === 1 ? end : this.interpolate(from, end, easeOut(share)));
      if (share < 1) this.animationFrame = requestAnimationFrame(frame);
      else this.animationTarget = undefined;
    };
    this.animationFrame = requestAnimationFrame(frame);
  }

  protected stepTo(target: View): void {
    this.animateTo(target, stepMs);
  }

  stop(): void {
    this.animationTarget = undefined;
    cancelAnimationFrame(this.animationFrame);
  }

  /** Slows down within about 400 ms. */
  release(speed: Point): void {
    this.stop();
    if (this.prefersReducedMotion()) return;
    let { x, y } = speed;
    let last: number | undefined;
    const frame = (time: number): void => {
      const ms = Math.min(time - (last ?? time - 16), 50);
      last = time;
      this.drag({ x: x * ms, y: y * ms });
      const kept = Math.exp(-ms / 130);
      x *= kept;
      y *= kept;
      if (Math.hypot(x, y) > 0.02) this.animationFrame = requestAnimationFrame(frame);
    };
    if (Math.hypot(x, y) > 0.1) this.animationFrame = requestAnimationFrame(frame);
  }

  toggleCloseUp(about: Point): void {
    if (this.isCloseUp()) this.reset();
    else this.zoom(closeUpFactor, about);
  }

  abstract readonly isFlat: boolean;
  protected abstract clampView(view: View): View;
  protected abstract interpolate(from: View, to: View, share: number): View;
  abstract project(position: Position): ProjectedPosition;
  abstract drag(by: Point): void;
  abstract zoom(factor: number, about: Point): void;
  abstract zoomStep(factor: number): void;
  abstract step(across: number, down: number): void;
  abstract turnTo(position: Position): void;
  abstract reset(): void;
  protected abstract isCloseUp(): boolean;
}

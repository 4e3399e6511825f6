/** What looks at a picture: gestures and keys move it, pictures and labels follow it. */
import type { Position } from '@foyer/contract';
import type { Extent, Point } from '../../../platform/panZoom/plane.ts';
import type { Side } from '../geometry/plane.ts';

/** Where a place of the picture is seen. */
export interface Sight {
  /** On the screen, perhaps outside of the frame; undefined behind the eye. */
  readonly at: Point | undefined;
  readonly side: Side;
  readonly distance: number;
}

export interface Camera {
  /** A picture with edges, not one that goes all round. */
  readonly isFlat: boolean;
  readonly frame: Extent;
  /** Tells each change of the view or of the frame, at once; returns what ends it. */
  subscribe(listener: () => void): () => void;
  resize(frame: Extent): void;
  sightOf(position: Position): Sight;
  /** The picture follows the finger by so many pixels. */
  drag(by: Point): void;
  zoom(factor: number, about: Point): void;
  /** One press of an arrow key: 1 is a whole step to the right or down, less while the key is held. */
  step(across: number, down: number): void;
  /** One press of plus or minus, about the middle. */
  zoomStep(factor: number): void;
  /** Turns to a place so that it comes into sight. */
  turnTo(position: Position): void;
  /** Back to where one began. */
  reset(): void;
  /** Goes close to what was hit, and from close back to where one began. */
  toggleCloseUp(about: Point): void;
  /** Lets go of it with this speed, pixels per millisecond. */
  release(speed: Point): void;
  /** Ends every glide where it is. */
  stop(): void;
}

const turnMs = 480;
const stepMs = 160;
const closeUp = 2;

/** Near enough to cubic-bezier(.2, 0, 0, 1): quick away, long arrival. */
const eased = (share: number): number => 1 - (1 - share) ** 4;

/** The part that all cameras share: listeners, the frame, and gliding from view to view. */
export abstract class GlidingCamera<View> implements Camera {
  frame: Extent = { width: 1, height: 1 };
  #view: View;
  #listeners = new Set<() => void>();
  #glide = 0;
  #goal: View | undefined;
  readonly #isCalm: () => boolean;

  /** @param isCalm whether the person wants less motion: then every turn is immediate */
  constructor(first: View, isCalm: () => boolean) {
    this.#view = first;
    this.#isCalm = isCalm;
  }

  get view(): View {
    return this.#view;
  }

  /** Where it is going, or where it is: the next step starts from there, so that none is lost. */
  protected get aim(): View {
    return this.#goal ?? this.#view;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  resize(frame: Extent): void {
    if (frame.width === this.frame.width && frame.height === this.frame.height) return;
    this.frame = frame;
    this.show(this.#view);
  }

  /** Takes a view, as near to it as the picture allows. */
  protected show(view: View): void {
    this.#view = this.allowed(view);
    for (const listener of this.#listeners) listener();
  }

  protected glideTo(target: View, ms = turnMs): void {
    this.stop();
    const goal = this.allowed(target);
    if (this.#isCalm()) {
      this.show(goal);
      return;
    }
    this.#goal = goal;
    const from = this.#view;
    let began: number | undefined;
    const frame = (time: number): void => {
      began ??= time;
      const share = Math.min((time - began) / ms, 1);
      this.show(share === 1 ? goal : this.between(from, goal, eased(share)));
      if (share < 1) this.#glide = requestAnimationFrame(frame);
      else this.#goal = undefined;
    };
    this.#glide = requestAnimationFrame(frame);
  }

  protected stepTo(target: View): void {
    this.glideTo(target, stepMs);
  }

  stop(): void {
    this.#goal = undefined;
    cancelAnimationFrame(this.#glide);
  }

  /** Rolls out over some 400 ms, as a thing with weight does. */
  release(speed: Point): void {
    this.stop();
    if (this.#isCalm()) return;
    let { x, y } = speed;
    let last: number | undefined;
    const frame = (time: number): void => {
      const ms = Math.min(time - (last ?? time - 16), 50);
      last = time;
      this.drag({ x: x * ms, y: y * ms });
      const kept = Math.exp(-ms / 130);
      x *= kept;
      y *= kept;
      if (Math.hypot(x, y) > 0.02) this.#glide = requestAnimationFrame(frame);
    };
    if (Math.hypot(x, y) > 0.1) this.#glide = requestAnimationFrame(frame);
  }

  toggleCloseUp(about: Point): void {
    if (this.isCloseUp()) this.reset();
    else this.zoom(closeUp, about);
  }

  abstract readonly isFlat: boolean;
  protected abstract allowed(view: View): View;
  protected abstract between(from: View, to: View, share: number): View;
  abstract sightOf(position: Position): Sight;
  abstract drag(by: Point): void;
  abstract zoom(factor: number, about: Point): void;
  abstract zoomStep(factor: number): void;
  abstract step(across: number, down: number): void;
  abstract turnTo(position: Position): void;
  abstract reset(): void;
  protected abstract isCloseUp(): boolean;
}

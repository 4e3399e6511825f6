/** Looks at a flat picture: it always covers the frame, and one pans and zooms within it. */
import type { Position } from '@foyer/contract';
import {
  clampView,
  coverScale,
  onScreen,
  pannedBy,
  pictureBox,
  wholeView,
  zoomedAbout,
  type FlatView,
} from '../geometry/flatView.ts';
import type { Box, Extent, Point, Side } from '../geometry/plane.ts';
import { GlidingCamera, type Sight } from './camera.ts';

const stepPixels = 120;

export class FlatCamera extends GlidingCamera<FlatView> {
  readonly isFlat = true;
  #picture: Extent;
  readonly #first: FlatView;

  /** @param picture its size in any unit: only the shape counts */
  constructor(picture: Extent, isCalm: () => boolean, first: FlatView = wholeView) {
    super(first, isCalm);
    this.#picture = picture;
    this.#first = first;
  }

  /** A video tells its shape only when it has begun to load. */
  reshape(picture: Extent): void {
    const { width, height } = this.#picture;
    if (width * picture.height === picture.width * height) return;
    this.#picture = picture;
    this.show(this.view);
  }

  /** The box that the whole picture takes on the screen. */
  get box(): Box {
    return pictureBox(this.view, this.#picture, this.frame);
  }

  /** The size of the picture when it just covers the frame. */
  get restExtent(): Extent {
    const scale = coverScale(this.#picture, this.frame);
    return { width: this.#picture.width * scale, height: this.#picture.height * scale };
  }

  get restWidth(): number {
    return this.restExtent.width;
  }

  sightOf(position: Position): Sight {
    const share = position.kind === '2D' ? position : { x: 0.5, y: 0.5 };
    const at = onScreen(share, this.box);
    return { at, ...beyond(at, this.frame) };
  }

  drag(by: Point): void {
    this.show(pannedBy(this.view, by, this.#picture, this.frame));
  }

  zoom(factor: number, about: Point): void {
    this.show(zoomedAbout(this.view, factor, about, { picture: this.#picture, frame: this.frame }));
  }

  zoomStep(factor: number): void {
    const scene = { picture: this.#picture, frame: this.frame };
    this.stepTo(zoomedAbout(this.aim, factor, { x: this.frame.width / 2, y: this.frame.height / 2 }, scene));
  }

  step(across: number, down: number): void {
    const by = { x: -across * stepPixels, y: -down * stepPixels };
    this.stepTo(pannedBy(this.aim, by, this.#picture, this.frame));
  }

  turnTo(position: Position): void {
    if (position.kind === '2D') this.glideTo({ ...this.view, x: position.x, y: position.y });
  }

  reset(): void {
    this.glideTo(this.#first);
  }

  isCloseUp(): boolean {
    return this.view.zoom > 1.05;
  }

  protected allowed(view: FlatView): FlatView {
    return clampView(view, this.#picture, this.frame);
  }

  protected between(from: FlatView, to: FlatView, share: number): FlatView {
    const mix = (one: number, other: number) => one + (other - one) * share;
    return { x: mix(from.x, to.x), y: mix(from.y, to.y), zoom: mix(from.zoom, to.zoom) };
  }
}

/** On which side of the frame a point lies, and how many pixels away from its middle. */
function beyond(at: Point, frame: Extent): { side: Side; distance: number } {
  const right = at.x - frame.width / 2;
  const down = at.y - frame.height / 2;
  const distance = Math.hypot(right, down);
  const sideways = Math.abs(right) / frame.width >= Math.abs(down) / frame.height;
  if (sideways) return { side: right < 0 ? 'left' : 'right', distance };
  return { side: down < 0 ? 'top' : 'bottom', distance };
}

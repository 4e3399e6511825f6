/** Looks at a flat picture: it always covers the frame, and one pans and zooms within it. */
import type { Position } from '@foyer/contract';
import {
  clampView,
  onScreen,
  panBy,
  pictureBox,
  wholeView,
  zoomAbout,
  type PanZoomView,
  type Viewport,
} from '../../../platform/panZoom/view.ts';
import type { Box, Extent, Point } from '../../../platform/panZoom/plane.ts';
import type { Side } from '../geometry/plane.ts';
import { flatViewport } from '../geometry/flatViewport.ts';
import { GlidingCamera, type Sight } from './camera.ts';

const stepPixels = 120;

export class FlatCamera extends GlidingCamera<PanZoomView> {
  readonly isFlat = true;
  #picture: Extent;
  readonly #first: PanZoomView;

  /** @param picture its size in any unit: only the shape counts */
  constructor(picture: Extent, isCalm: () => boolean, first: PanZoomView = wholeView) {
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

  private get viewport(): Viewport {
    return flatViewport(this.#picture, this.frame);
  }

  /** The box that the whole picture takes on the screen. */
  get box(): Box {
    return pictureBox(this.view, this.viewport);
  }

  /** The size of the picture when it just covers the frame. */
  get restExtent(): Extent {
    return this.viewport.rest;
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
    this.show(panBy(this.view, by, this.viewport));
  }

  zoom(factor: number, about: Point): void {
    this.show(zoomAbout(this.view, factor, this.viewport, about));
  }

  zoomStep(factor: number): void {
    this.stepTo(zoomAbout(this.aim, factor, this.viewport));
  }

  step(across: number, down: number): void {
    const by = { x: -across * stepPixels, y: -down * stepPixels };
    this.stepTo(panBy(this.aim, by, this.viewport));
  }

  turnTo(position: Position): void {
    if (position.kind === '2D') this.glideTo({ ...this.view, x: position.x, y: position.y });
  }

  reset(): void {
    this.glideTo(this.#first);
  }

  protected isCloseUp(): boolean {
    return this.view.zoom > 1.05;
  }

  protected allowed(view: PanZoomView): PanZoomView {
    return clampView(view, this.viewport);
  }

  protected between(from: PanZoomView, to: PanZoomView, share: number): PanZoomView {
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

/** The camera of a flat picture: the picture always covers the frame, and the user pans and zooms within it. */
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
import type { Side } from '../geometry/boxes.ts';
import { flatViewport } from '../geometry/flatViewport.ts';
import { AnimatedCamera, type ProjectedPosition } from './camera.ts';

const stepPixels = 120;

export class FlatCamera extends AnimatedCamera<PanZoomView> {
  readonly isFlat = true;
  private picture: Extent;
  private readonly initialView: PanZoomView;

  /** @param picture size in any unit: only the aspect ratio counts */
  constructor(picture: Extent, prefersReducedMotion: () => boolean, initialView: PanZoomView = wholeView) {
    super(initialView, prefersReducedMotion);
    this.picture = picture;
    this.initialView = initialView;
  }

  /** The aspect ratio of a video is known when its metadata has loaded. */
  setPictureShape(picture: Extent): void {
    const { width, height } = this.picture;
    if (width * picture.height === picture.width * height) return;
    this.picture = picture;
    this.show(this.view);
  }

  private get viewport(): Viewport {
    return flatViewport(this.picture, this.frame);
  }

  /** The box of the whole picture on the screen. */
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

  project(position: Position): ProjectedPosition {
    const share = position.kind === '2D' ? position : { x: 0.5, y: 0.5 };
    const at = onScreen(share, this.box);
    return { at, ...offsetFromCenter(at, this.frame) };
  }

  drag(by: Point): void {
    this.show(panBy(this.view, by, this.viewport));
  }

  zoom(factor: number, about: Point): void {
    this.show(zoomAbout(this.view, factor, this.viewport, about));
  }

  zoomStep(factor: number): void {
    this.stepTo(zoomAbout(this.target, factor, this.viewport));
  }

  step(across: number, down: number): void {
    const by = { x: -across * stepPixels, y: -down * stepPixels };
    this.stepTo(panBy(this.target, by, this.viewport));
  }

  turnTo(position: Position): void {
    if (position.kind === '2D') this.animateTo({ ...this.view, x: position.x, y: position.y });
  }

  reset(): void {
    this.animateTo(this.initialView);
  }

  protected isCloseUp(): boolean {
    return this.view.zoom > 1.05;
  }

  protected clampView(view: PanZoomView): PanZoomView {
    return clampView(view, this.viewport);
  }

  protected interpolate(from: PanZoomView, to: PanZoomView, share: number): PanZoomView {
    const mix = (a: number, b: number) => a + (b - a) * share;
    return { x: mix(from.x, to.x), y: mix(from.y, to.y), zoom: mix(from.zoom, to.zoom) };
  }
}

/** The side of the frame on which a point lies, and its distance from the centre in pixels. */
function offsetFromCenter(at: Point, frame: Extent): { side: Side; distance: number } {
  const right = at.x - frame.width / 2;
  const down = at.y - frame.height / 2;
  const distance = Math.hypot(right, down);
  const sideways = Math.abs(right) / frame.width >= Math.abs(down) / frame.height;
  if (sideways) return { side: right < 0 ? 'left' : 'right', distance };
  return { side: down < 0 ? 'top' : 'bottom', distance };
}

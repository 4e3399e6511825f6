/** Looks around in a panorama: what draws it, be it the graphics card or the painter, follows this camera. */
import type { Position } from '@foyer/contract';
import {
  between,
  clampPanorama,
  draggedBy,
  pinchedBy,
  project,
  wayTo,
  type PanoramaView,
} from '../geometry/panoramaView.ts';
import type { Point } from '../../../platform/panZoom/plane.ts';
import { GlidingCamera, type Sight } from './camera.ts';

const stepDegrees = 12;

export class PanoramaCamera extends GlidingCamera<PanoramaView> {
  readonly isFlat = false;
  #first: PanoramaView;

  constructor(first: PanoramaView, isCalm: () => boolean) {
    super(first, isCalm);
    this.#first = first;
  }

  sightOf(position: Position): Sight {
    const direction = position.kind === '360' ? position : { yaw: 0, pitch: 0 };
    return { at: project(direction, this.view, this.frame), ...wayTo(direction, this.view, this.frame) };
  }

  drag(by: Point): void {
    this.show(draggedBy(this.view, by, this.frame));
  }

  zoom(factor: number): void {
    this.show(pinchedBy(this.view, factor));
  }

  zoomStep(factor: number): void {
    this.stepTo(pinchedBy(this.aim, factor));
  }

  step(across: number, down: number): void {
    this.stepTo({
      ...this.aim,
      yaw: this.aim.yaw + across * stepDegrees,
      pitch: this.aim.pitch - down * stepDegrees,
    });
  }

  turnTo(position: Position): void {
    // A door's label hangs above eye level: looking half-way up to it keeps the room upright.
    if (position.kind === '360') this.glideTo({ ...this.view, yaw: position.yaw, pitch: position.pitch / 2 });
  }

  /** The viewpoint has changed in the same panorama: one turns to where it looks. */
  lookFrom(first: PanoramaView): void {
    this.#first = first;
    this.glideTo(first);
  }

  reset(): void {
    this.glideTo(this.#first);
  }

  protected isCloseUp(): boolean {
    return this.view.zoom > this.#first.zoom + 5;
  }

  protected allowed(view: PanoramaView): PanoramaView {
    return clampPanorama(view);
  }

  protected between(from: PanoramaView, to: PanoramaView, share: number): PanoramaView {
    return between(from, to, share);
  }
}

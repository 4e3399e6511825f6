/** The camera of a panorama. The WebGL viewer and the painted canvas follow it. */
import type { Position } from '@foyer/contract';
import {
  interpolateViews,
  clampPanoramaView,
  dragView,
  zoomView,
  project,
  sideAndDistance,
  type PanoramaView,
} from '../geometry/panoramaView.ts';
import type { Point } from '../../../platform/panZoom/plane.ts';
import { AnimatedCamera, type ProjectedPosition } from './camera.ts';

const stepDegrees = 12;

export class PanoramaCamera extends AnimatedCamera<PanoramaView> {
  readonly isFlat = false;
  private initialView: PanoramaView;

  constructor(initialView: PanoramaView, prefersReducedMotion: () => boolean) {
    super(initialView, prefersReducedMotion);
    this.initialView = initialView;
  }

  project(position: Position): ProjectedPosition {
    const direction = position.kind === '360' ? position : { yaw: 0, pitch: 0 };
    return {
      at: project(direction, this.view, this.frame),
      ...sideAndDistance(direction, this.view, this.frame),
    };
  }

  drag(by: Point): void {
    this.show(dragView(this.view, by, this.frame));
  }

  zoom(factor: number): void {
    this.show(zoomView(this.view, factor));
  }

  zoomStep(factor: number): void {
    this.stepTo(zoomView(this.target, factor));
  }

  step(across: number, down: number): void {
    this.stepTo({
      ...this.target,
      yaw: this.target.yaw + across * stepDegrees,
      pitch: this.target.pitch - down * stepDegrees,
    });
  }

  turnTo(position: Position): void {
    // Labels of doors are above eye level. Half of the pitch brings them into view and keeps the horizon nearly
    // level.
    if (position.kind === '360')
      this.animateTo({ ...this.view, yaw: position.yaw, pitch: position.pitch / 2 });
  }

  /** Called when the viewpoint changes within the same panorama: turns to its view. */
  setInitialView(view: PanoramaView): void {
    this.initialView = view;
    this.animateTo(view);
  }

  reset(): void {
    this.animateTo(this.initialView);
  }

  protected isCloseUp(): boolean {
    return this.view.zoom > this.initialView.zoom + 5;
  }

  protected clampView(view: PanoramaView): PanoramaView {
    return clampPanoramaView(view);
  }

  protected interpolate(from: PanoramaView, to: PanoramaView, share: number): PanoramaView {
    return interpolateViews(from, to, share);
  }
}

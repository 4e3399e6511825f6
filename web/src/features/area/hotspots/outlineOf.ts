/** The outline of a rectangle of the picture on the screen: four corners, distorted by the projection in a panorama. */
import type { Position, Size } from '@foyer/contract';
import type { Camera } from '../camera/camera.ts';
import type { Box, Point } from '../../../platform/panZoom/plane.ts';

/** A door's opening, or a widget in the picture. */
export interface Rectangle {
  readonly position: Position;
  readonly size: Size;
}

export interface Outline {
  readonly box: Box;
  /** The corners relative to the box, clockwise from the top left. */
  readonly corners: readonly Point[];
}

const cornersOf = (position: Position, { width, height }: Size): Position[] =>
  (
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const
  ).map(([across, down]) =>
    position.kind === '2D'
      ? { kind: '2D', x: position.x + (across * width) / 2, y: position.y + (down * height) / 2 }
      : {
          kind: '360',
          yaw: position.yaw + (across * width) / 2,
          pitch: position.pitch - (down * height) / 2,
        },
  );

/** Undefined if a corner is behind the camera, or the whole outline outside of the frame. */
export function outlineOf({ position, size }: Rectangle, camera: Camera): Outline | undefined {
  const corners = cornersOf(position, size).map((corner) => camera.project(corner).at);
  if (!corners.every((corner) => corner !== undefined)) return undefined;
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  const box = { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
  const { frame } = camera;
  if (left > frame.width || top > frame.height || left + box.width < 0 || top + box.height < 0)
    return undefined;
  return { box, corners: corners.map(({ x, y }) => ({ x: x - left, y: y - top })) };
}

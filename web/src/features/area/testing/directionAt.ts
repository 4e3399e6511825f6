import type { Extent, Point } from '../../../platform/panZoom/plane.ts';
import { focalLength, normalizeYaw, type Direction, type PanoramaView } from '../geometry/panoramaView.ts';

/** The direction of a point on the screen: the inverse of `project`. */
export function directionAt(point: Point, view: PanoramaView, frame: Extent): Direction {
  const focal = focalLength(view.zoom, frame);
  const x = point.x - frame.width / 2;
  const y = frame.height / 2 - point.y;
  const tilt = (view.pitch * Math.PI) / 180;
  const height = y * Math.cos(tilt) + focal * Math.sin(tilt);
  const ahead = focal * Math.cos(tilt) - y * Math.sin(tilt);
  return {
    yaw: normalizeYaw(view.yaw + (Math.atan2(x, ahead) * 180) / Math.PI),
    pitch: (Math.atan2(height, Math.hypot(x, ahead)) * 180) / Math.PI,
  };
}

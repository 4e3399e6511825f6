/** The position of an embedded widget: flat on a flat picture, in perspective on the wall of a panorama. */
import type { Position, Size } from '@foyer/contract';
import type { FlatCamera } from '../camera/flatCamera.ts';
import type { PanoramaCamera } from '../camera/panoramaCamera.ts';
import { focalLength, normalizeYaw } from '../geometry/panoramaView.ts';
import { onScreen } from '../../../platform/panZoom/view.ts';

export interface EmbeddedTransform {
  readonly width: number;
  readonly height: number;
  /** CSS, relative to the top left of the frame and `origin`. */
  readonly transform: string;
  readonly origin: string;
  /** CSS of the element around it; `none` for a flat picture. */
  readonly perspective: string;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Undefined while the widget is behind the camera. */
export function embeddedTransform(
  position: Position,
  size: Size,
  camera: FlatCamera | PanoramaCamera,
): EmbeddedTransform | undefined {
  if (camera.isFlat) return position.kind === '2D' ? onPicture(position, size, camera) : undefined;
  return position.kind === '360' ? onWall(position, size, camera) : undefined;
}

function onPicture({ x, y }: Position & { kind: '2D' }, size: Size, camera: FlatCamera): EmbeddedTransform {
  const rest = camera.restExtent;
  const { box } = camera;
  const at = onScreen({ x: x - size.width / 2, y: y - size.height / 2 }, box);
  return {
    width: rest.width * size.width,
    height: rest.height * size.height,
    transform: `translate3d(${at.x}px, ${at.y}px, 0) scale(${box.width / rest.width})`,
    origin: '0 0',
    perspective: 'none',
  };
}

function onWall(
  { yaw, pitch }: Position & { kind: '360' },
  size: Size,
  camera: PanoramaCamera,
): EmbeddedTransform | undefined {
  const { view, frame } = camera;
  const yawOffset = normalizeYaw(yaw - view.yaw);
  // Degrees. Beyond it the widget would be behind the camera and projected upside down.
  if (Math.abs(yawOffset) > 100) return undefined;
  const focal = focalLength(view.zoom, frame);
  const width = 2 * focal * Math.tan(radians(Math.min(size.width, 120) / 2));
  const height = 2 * focal * Math.tan(radians(Math.min(size.height, 120) / 2));
  return {
    width,
    height,
    transform: [
      `translate3d(${(frame.width - width) / 2}px, ${(frame.height - height) / 2}px, ${focal}px)`,
      `rotateX(${view.pitch}deg)`,
      `rotateY(${-yawOffset}deg)`,
      `rotateX(${-pitch}deg)`,
      `translateZ(${-focal}px)`,
    ].join(' '),
    origin: '50% 50%',
    perspective: `${focal}px`,
  };
}

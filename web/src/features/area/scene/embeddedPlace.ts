/** Where a widget stands in the picture itself: flat on a flat picture, on the wall of a panorama. */
import type { Position, Size } from '@foyer/contract';
import type { FlatCamera } from '../camera/flatCamera.ts';
import type { PanoramaCamera } from '../camera/panoramaCamera.ts';
import { focalLength, turnOf } from '../geometry/panoramaView.ts';
import { onScreen } from '../../../platform/panZoom/view.ts';

export interface EmbeddedPlace {
  readonly width: number;
  readonly height: number;
  /** CSS: from the frame's top left, about `origin`. */
  readonly transform: string;
  readonly origin: string;
  /** CSS: on the frame around it; `none` for a flat picture. */
  readonly perspective: string;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Undefined while it is out of sight. */
export function embeddedPlace(
  position: Position,
  size: Size,
  camera: FlatCamera | PanoramaCamera,
): EmbeddedPlace | undefined {
  if (camera.isFlat) return position.kind === '2D' ? onPicture(position, size, camera) : undefined;
  return position.kind === '360' ? onWall(position, size, camera) : undefined;
}

function onPicture({ x, y }: Position & { kind: '2D' }, size: Size, camera: FlatCamera): EmbeddedPlace {
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
): EmbeddedPlace | undefined {
  const { view, frame } = camera;
  const across = turnOf(yaw - view.yaw);
  // Beyond this it would stand behind the eye and fill the screen upside down.
  if (Math.abs(across) > 100) return undefined;
  const focal = focalLength(view.zoom, frame);
  const width = 2 * focal * Math.tan(radians(Math.min(size.width, 120) / 2));
  const height = 2 * focal * Math.tan(radians(Math.min(size.height, 120) / 2));
  return {
    width,
    height,
    transform: [
      `translate3d(${(frame.width - width) / 2}px, ${(frame.height - height) / 2}px, ${focal}px)`,
      `rotateX(${view.pitch}deg)`,
      `rotateY(${-across}deg)`,
      `rotateX(${-pitch}deg)`,
      `translateZ(${-focal}px)`,
    ].join(' '),
    origin: '50% 50%',
    perspective: `${focal}px`,
  };
}

import type { Area, ViewPoint } from '@foyer/contract';
import { useEffect, useRef, useState } from 'react';
import { useVenue } from '../../../platform/state/venue.ts';
import { FlatCamera } from '../camera/flatCamera.ts';
import { PanoramaCamera } from '../camera/panoramaCamera.ts';
import type { Hotspot } from '../hotspots/hotspot.ts';
import { isCalm } from '../motion/useCalm.ts';
import { stillOf } from '../picture/FlatBackdrop.tsx';
import { flatArrival, panoramaArrival } from './arrival.ts';

/** Until the picture itself tells: the shape that nearly all have. */
const usualShape = { width: 16, height: 9 };

const screenNow = () => ({ width: innerWidth, height: innerHeight });

function createCamera(
  area: Area,
  viewpoint: ViewPoint,
  hotspots: readonly Hotspot[],
): FlatCamera | PanoramaCamera {
  const frame = screenNow();
  const still = stillOf(viewpoint.background);
  const asset = still === undefined ? undefined : useVenue.getState().assets.get(still);
  const shape =
    asset?.width !== undefined && asset.height !== undefined
      ? { width: asset.width, height: asset.height }
      : usualShape;
  const camera =
    area.viewMode === 'VIEW_360D'
      ? new PanoramaCamera(panoramaArrival(viewpoint, hotspots, frame), isCalm)
      : new FlatCamera(shape, isCalm, flatArrival(hotspots, shape, frame));
  camera.resize(frame);
  return camera;
}

/** One camera for as long as the scene stands; another viewpoint of the same panorama turns it. */
export function useCamera(
  area: Area,
  viewpoint: ViewPoint,
  hotspots: readonly Hotspot[],
): FlatCamera | PanoramaCamera {
  const [camera] = useState(() => createCamera(area, viewpoint, hotspots));
  const from = useRef(viewpoint.id);
  useEffect(() => {
    if (from.current === viewpoint.id) return;
    from.current = viewpoint.id;
    if (camera instanceof PanoramaCamera) camera.lookFrom(panoramaArrival(viewpoint, hotspots, camera.frame));
  }, [camera, viewpoint, hotspots]);
  return camera;
}

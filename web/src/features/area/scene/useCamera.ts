import type { Area, ViewPoint } from '@foyer/contract';
import { useEffect, useRef, useState } from 'react';
import { currentVenue } from '../../../platform/state/venue.ts';
import { FlatCamera } from '../camera/flatCamera.ts';
import { PanoramaCamera } from '../camera/panoramaCamera.ts';
import type { Hotspot } from '../hotspots/hotspot.ts';
import { matchesMedia } from '../../../platform/media.ts';
import { stillAssetId } from '../picture/FlatBackdrop.tsx';
import { initialFlatView, initialPanoramaView } from './initialView.ts';

/** Used until the size of the picture is known: the aspect ratio of most pictures. */
const defaultShape = { width: 16, height: 9 };

const prefersReducedMotion = (): boolean => matchesMedia('reducedMotion');

const screenSize = () => ({ width: innerWidth, height: innerHeight });

function createCamera(
  area: Area,
  viewpoint: ViewPoint,
  hotspots: readonly Hotspot[],
): FlatCamera | PanoramaCamera {
  const frame = screenSize();
  const assetId = stillAssetId(viewpoint.background);
  const asset = assetId === undefined ? undefined : currentVenue().assets.get(assetId);
  const shape =
    asset?.width !== undefined && asset.height !== undefined
      ? { width: asset.width, height: asset.height }
      : defaultShape;
  const camera =
    area.viewMode === 'VIEW_360D'
      ? new PanoramaCamera(initialPanoramaView(viewpoint, hotspots, frame), prefersReducedMotion)
      : new FlatCamera(shape, prefersReducedMotion, initialFlatView(hotspots, shape, frame));
  camera.resize(frame);
  return camera;
}

/** Creates one camera per scene. A change to another viewpoint of the same panorama turns it. */
export function useCamera(
  area: Area,
  viewpoint: ViewPoint,
  hotspots: readonly Hotspot[],
): FlatCamera | PanoramaCamera {
  const [camera] = useState(() => createCamera(area, viewpoint, hotspots));
  const viewpointId = useRef(viewpoint.id);
  useEffect(() => {
    if (viewpointId.current === viewpoint.id) return;
    viewpointId.current = viewpoint.id;
    if (camera instanceof PanoramaCamera)
      camera.setInitialView(initialPanoramaView(viewpoint, hotspots, camera.frame));
  }, [camera, viewpoint, hotspots]);
  return camera;
}

/**
 * Loads what is likely needed next: small pictures of neighbouring areas when the browser is idle, and the sharp
 * picture when the user points at a door.
 */
import { defaultViewpoint, type Architecture, type Area, type ViewPoint } from '@foyer/contract';
import { useEffect } from 'react';
import { fetchAsset } from '../../platform/assets/loadAsset.ts';
import { importWithRetry } from '../../platform/loading/importWithRetry.ts';
import { currentVenue, useVenue } from '../../platform/state/venue.ts';
import { whenIdle } from '../../platform/time/whenIdle.ts';
import { preloadWidget } from '../../widgets/host/useWidgetComponent.ts';
import { coverScale } from '../../platform/panZoom/view.ts';
import { importSnackbarList } from '../../ui/Snackbars.tsx';
import type { DoorHotspot, Hotspot } from './hotspots/hotspot.ts';
import { importSphere } from './panorama/importSphere.ts';
import { largestTexture } from './panorama/webgl.ts';
import { stillAssetId } from './picture/FlatBackdrop.tsx';
import { previewWidth, savesData, sharpPixels, sizeFor, sizeWithin } from './picture/pixels.ts';
import { preloadPicture } from './picture/usePicture.ts';

interface Target {
  readonly area: Area;
  readonly viewpoint: ViewPoint;
}

function resolveTarget(door: DoorHotspot, architecture: Architecture | null): Target | undefined {
  const area = architecture?.areas.find(({ id }) => id === door.targetAreaId);
  if (!area) return undefined;
  const viewpoint = area.viewPoints.find(({ id }) => id === door.targetViewpointId) ?? defaultViewpoint(area);
  return viewpoint && { area, viewpoint };
}

const assetOf = (id: string) => currentVenue().assets.get(id);

async function preloadSmall({ area, viewpoint }: Target): Promise<void> {
  const assetId = stillAssetId(viewpoint.background);
  if (assetId !== undefined)
    await preloadPicture(assetId, sizeFor(previewWidth[area.viewMode], assetOf(assetId)));
}

async function preloadSharp({ area, viewpoint }: Target): Promise<void> {
  const assetId = stillAssetId(viewpoint.background);
  if (assetId === undefined) return;
  const asset = assetOf(assetId);
  if (area.viewMode === 'VIEW_360D') {
    if (largestTexture() > 0) await importWithRetry(importSphere);
    // The viewer decodes the picture itself: the browser's HTTP cache is enough.
    await fetchAsset(assetId, { ...sizeWithin(largestTexture(), asset), failure: 'caller' });
    return;
  }
  const shape = { width: asset?.width ?? 16, height: asset?.height ?? 9 };
  const restWidth = shape.width * coverScale(shape, { width: innerWidth, height: innerHeight });
  await preloadPicture(assetId, sizeFor(sharpPixels(restWidth, 1), asset));
}

const ignore = (): void => undefined;

/** Called on hover and keyboard focus. */
export function preloadHotspot(hotspot: Hotspot): void {
  if (hotspot.kind === 'widget') {
    preloadWidget(hotspot.active.widget.type);
    return;
  }
  const target = savesData() ? undefined : resolveTarget(hotspot, currentVenue().architecture);
  if (target)
    preloadSmall(target)
      .then(() => preloadSharp(target), ignore)
      .catch(ignore);
}

/** Longest wait for an idle browser, in milliseconds. */
const maxIdleWaitMs = 4_000;

/** Loads the small pictures behind all doors of the area, one after the other. */
export function usePreloadDoors(hotspots: readonly Hotspot[], isReady: boolean): void {
  const architecture = useVenue((state) => state.architecture);
  useEffect(() => {
    if (!isReady || savesData()) return undefined;
    const doors = hotspots.filter((hotspot) => hotspot.kind === 'door');
    let wanted = true;
    const load = async (): Promise<void> => {
      for (const door of doors) {
        const target = resolveTarget(door, architecture);
        if (wanted && target) await preloadSmall(target);
      }
    };
    const cancel = whenIdle(() => void load().catch(ignore), maxIdleWaitMs);
    return () => {
      wanted = false;
      cancel();
    };
  }, [hotspots, architecture, isReady]);
}

/** Downloads the list of snackbars, as the first one may say that the server cannot be reached. */
export function usePreloadSnackbars(isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return undefined;
    return whenIdle(() => void importWithRetry(importSnackbarList).catch(ignore), maxIdleWaitMs);
  }, [isReady]);
}

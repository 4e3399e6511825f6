/** What is likely next is at hand before it is asked for: small pictures while nothing else happens, sharp ones when a person points at a door. */
import { defaultViewpointOf, type Architecture, type Area, type ViewPoint } from '@foyer/contract';
import { useEffect } from 'react';
import { fetchAsset } from '../../platform/assets/loadAsset.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { whenIdle } from '../../platform/time/whenIdle.ts';
import { preloadWidget } from '../../widgets/useWidgetComponent.ts';
import { coverScale } from '../../platform/panZoom/view.ts';
import type { DoorHotspot, Hotspot } from './hotspots/hotspot.ts';
import { largestTexture } from './panorama/webgl.ts';
import { stillOf } from './picture/FlatBackdrop.tsx';
import { firstWidth, savesData, sharpPixels, sizeFor, sizeWithin } from './picture/pixels.ts';
import { preloadPicture } from './picture/usePicture.ts';

interface Target {
  readonly area: Area;
  readonly viewpoint: ViewPoint;
}

function targetOf(door: DoorHotspot, architecture: Architecture | null): Target | undefined {
  const area = architecture?.areas.find(({ id }) => id === door.targetAreaId);
  if (!area) return undefined;
  const viewpoint =
    area.viewPoints.find(({ id }) => id === door.targetViewpointId) ?? defaultViewpointOf(area);
  return viewpoint && { area, viewpoint };
}

const assetOf = (id: string) => useVenue.getState().assets.get(id);

async function preloadFirst({ area, viewpoint }: Target): Promise<void> {
  const still = stillOf(viewpoint.background);
  if (still !== undefined) await preloadPicture(still, sizeFor(firstWidth[area.viewMode], assetOf(still)));
}

async function preloadSharp({ area, viewpoint }: Target): Promise<void> {
  const still = stillOf(viewpoint.background);
  if (still === undefined) return;
  const asset = assetOf(still);
  if (area.viewMode === 'VIEW_360D') {
    if (largestTexture() > 0) await import('./panorama/sphere.ts');
    // The viewer decodes its own: being in the browser's cache is enough.
    await fetchAsset(still, { ...sizeWithin(largestTexture(), asset), failure: 'caller' });
    return;
  }
  const shape = { width: asset?.width ?? 16, height: asset?.height ?? 9 };
  const restWidth = shape.width * coverScale(shape, { width: innerWidth, height: innerHeight });
  await preloadPicture(still, sizeFor(sharpPixels(restWidth, 1), asset));
}

const ignore = (): void => undefined;

/** Somebody points at it, with whatever they point. */
export function expectHotspot(hotspot: Hotspot): void {
  if (hotspot.kind === 'thing') {
    preloadWidget(hotspot.active.widget.type);
    return;
  }
  const target = savesData() ? undefined : targetOf(hotspot, useVenue.getState().architecture);
  if (target)
    preloadFirst(target)
      .then(() => preloadSharp(target), ignore)
      .catch(ignore);
}

/** Milliseconds. */
const idleMs = 4_000;

/** The first pictures behind all doors of here, one after the other. */
export function usePreloading(hotspots: readonly Hotspot[], isReady: boolean): void {
  const architecture = useVenue((state) => state.architecture);
  useEffect(() => {
    if (!isReady || savesData()) return undefined;
    const doors = hotspots.filter((hotspot) => hotspot.kind === 'door');
    let wanted = true;
    const load = async (): Promise<void> => {
      for (const door of doors) {
        const target = targetOf(door, architecture);
        if (wanted && target) await preloadFirst(target);
      }
    };
    const cancel = whenIdle(() => void load().catch(ignore), idleMs);
    return () => {
      wanted = false;
      cancel();
    };
  }, [hotspots, architecture, isReady]);
}

/** One viewpoint as it stands on the screen: picture, scrims, what is embedded in it, and its doors and things. */
import type { Area, ViewPoint } from '@foyer/contract';
import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { useVenue } from '../../../platform/state/venue.ts';
import { EdgeScrim } from '../../../ui/EdgeScrim.tsx';
import styles from '../area.module.css';
import { FlatCamera } from '../camera/flatCamera.ts';
import { followPointers } from '../../../platform/panZoom/gestures.ts';
import type { PanoramaCamera } from '../camera/panoramaCamera.ts';
import { HotspotLayer, type HotspotActions } from '../hotspots/HotspotLayer.tsx';
import type { Hotspot, ThingHotspot } from '../hotspots/hotspot.ts';
import type { LabelRoom } from '../hotspots/placeLabels.ts';
import { PanoramaBackdrop } from '../panorama/PanoramaBackdrop.tsx';
import type { VideoReport } from '../picture/BackgroundVideo.tsx';
import { FlatBackdrop, stillOf } from '../picture/FlatBackdrop.tsx';
import { firstWidth, sizeFor } from '../picture/pixels.ts';
import { useScrimAlphas, type Band } from '../picture/useBands.ts';
import { usePicture } from '../picture/usePicture.ts';
import { EmbeddedThing } from './EmbeddedThing.tsx';
import { useCamera } from './useCamera.ts';
import { useFrame } from './useFrame.ts';

export interface Trouble {
  readonly why: 'away' | 'missing';
  readonly retry: () => void;
}

export interface SceneReports {
  readonly onReady: () => void;
  readonly onMoved: () => void;
  readonly onVideo: (report: VideoReport) => void;
  readonly onTrouble: (trouble: Trouble | undefined) => void;
  readonly onStill: () => void;
  /** The camera of the scene that one stands in: keys move it. */
  readonly onCamera: (camera: FlatCamera | PanoramaCamera) => void;
}

export interface SceneProps extends SceneReports, HotspotActions {
  readonly area: Area;
  readonly viewpoint: ViewPoint;
  readonly hotspots: readonly Hotspot[];
  readonly room: LabelRoom;
  readonly icons: ReadonlyMap<string, string>;
  readonly headerHeight: number;
  readonly isLeft?: boolean;
}

const scrimBelowHeader = 88;
const scrimAtTheFoot = 200;
const footWithText = 64;

/** Which part of the picture lies under the scrims: of a flat one its edges, of a panorama where one mostly looks. */
const bands: Readonly<Record<Area['viewMode'], { readonly top: Band; readonly bottom: Band }>> = {
  VIEW_2D: { top: { from: 0, to: 0.16 }, bottom: { from: 0.86, to: 1 } },
  VIEW_360D: { top: { from: 0.28, to: 0.42 }, bottom: { from: 0.6, to: 0.75 } },
};

const isEmbedded = (
  hotspot: Hotspot,
): hotspot is ThingHotspot & { size: NonNullable<ThingHotspot['size']> } =>
  hotspot.kind === 'thing' &&
  hotspot.size !== undefined &&
  hotspot.active.configuration.displayMode === 'EMBEDDED';

function SceneView({ area, viewpoint, hotspots, room, icons, headerHeight, ...rest }: SceneProps) {
  const { onReady, onMoved, onVideo, onTrouble, onStill, onCamera, ...actions } = rest;
  const frame = useRef<HTMLDivElement>(null);
  const camera = useCamera(area, viewpoint, hotspots);
  useFrame(frame, camera);
  useEffect(() => onCamera(camera), [camera, onCamera]);
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    return followPointers(current, {
      press: () => camera.stop(),
      drag: (by) => {
        camera.drag(by);
        onMoved();
      },
      zoom: (factor, about) => {
        camera.stop();
        camera.zoom(factor, about);
        onMoved();
      },
      lift: (speed) => speed && camera.release(speed),
      doubleTap: (at) => {
        camera.toggleCloseUp(at);
        onMoved();
      },
    });
  }, [camera, onMoved]);

  const labelled = useMemo(() => hotspots.filter((hotspot) => !isEmbedded(hotspot)), [hotspots]);

  const { background } = viewpoint;
  const still = stillOf(background);
  const asset = useVenue(({ assets }) => (still === undefined ? undefined : assets.get(still)));
  const small = usePicture(still, sizeFor(firstWidth[area.viewMode], asset));
  const { top, bottom } = bands[area.viewMode];
  const alphas = useScrimAlphas(small.state === 'ready' ? small.picture : undefined, top, bottom);
  const trouble = useCallback(
    (why: Trouble['why'] | undefined, retry: () => void) => onTrouble(why && { why, retry }),
    [onTrouble],
  );

  return (
    <div ref={frame} className={styles.frame} data-testid="frame">
      {camera instanceof FlatCamera ? (
        <FlatBackdrop {...{ background, camera, onReady, onVideo }} onTrouble={trouble} />
      ) : (
        <PanoramaBackdrop {...{ background, camera, onReady, onStill }} onTrouble={trouble} />
      )}
      <EdgeScrim edge="top" height={headerHeight + scrimBelowHeader} hold={headerHeight} alpha={alphas.top} />
      <EdgeScrim edge="bottom" height={scrimAtTheFoot} hold={footWithText} alpha={alphas.bottom} />
      {hotspots.filter(isEmbedded).map((thing) => (
        <EmbeddedThing key={thing.id} thing={thing} camera={camera} areaId={area.id} />
      ))}
      <HotspotLayer {...actions} hotspots={labelled} camera={camera} room={room} icons={icons} />
    </div>
  );
}

/** A scene that one has left stands as it was until it is gone; nothing that changes meanwhile concerns it. */
const isUnchanged = (before: SceneProps, after: SceneProps): boolean =>
  after.isLeft === true ||
  (Object.keys(after) as (keyof SceneProps)[]).every((name) => Object.is(before[name], after[name]));

export const Scene = memo(SceneView, isUnchanged);

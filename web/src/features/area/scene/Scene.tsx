/** One viewpoint on the screen: picture, scrims, embedded widgets and hotspots. */
import type { Area, ViewPoint } from '@foyer/contract';
import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { useVenue } from '../../../platform/state/venue.ts';
import { EdgeScrim } from '../../../ui/EdgeScrim.tsx';
import styles from '../area.module.css';
import { FlatCamera } from '../camera/flatCamera.ts';
import { followPointers } from '../../../platform/panZoom/gestures.ts';
import type { PanoramaCamera } from '../camera/panoramaCamera.ts';
import { HotspotLayer, type HotspotActions } from '../hotspots/HotspotLayer.tsx';
import type { Hotspot, WidgetHotspot } from '../hotspots/hotspot.ts';
import type { LabelSpace } from '../hotspots/labels/placeLabels.ts';
import { PanoramaBackdrop } from '../panorama/PanoramaBackdrop.tsx';
import type { VideoState } from '../picture/backgroundPlayer.ts';
import { FlatBackdrop, stillAssetId } from '../picture/FlatBackdrop.tsx';
import { previewWidth, sizeFor } from '../picture/pixels.ts';
import { useScrimAlphas, type Band } from '../picture/useScrimAlphas.ts';
import { usePicture } from '../picture/usePicture.ts';
import { EmbeddedHotspot } from './EmbeddedHotspot.tsx';
import { useCamera } from './useCamera.ts';
import { useFrameSize } from './useFrameSize.ts';

export interface PictureProblem {
  readonly reason: 'unreachable' | 'missing';
  readonly retry: () => void;
}

export interface SceneEvents {
  readonly onReady: () => void;
  readonly onMoved: () => void;
  readonly onVideo: (report: VideoState) => void;
  readonly onProblem: (problem: PictureProblem | undefined) => void;
  readonly onLowQuality: () => void;
  /** Passes the camera, which the keys move. */
  readonly onCamera: (camera: FlatCamera | PanoramaCamera) => void;
}

export interface SceneProps extends SceneEvents, HotspotActions {
  readonly area: Area;
  readonly viewpoint: ViewPoint;
  readonly hotspots: readonly Hotspot[];
  readonly space: LabelSpace;
  readonly icons: ReadonlyMap<string, string>;
  readonly headerHeight: number;
  readonly isLeaving?: boolean;
}

const scrimBelowHeader = 88;
const bottomScrimHeight = 200;
const bottomTextHeight = 64;

/**
 * The bands of the picture under the scrims, as shares of its height: the edges of a flat picture, the usual view of
 * a panorama.
 */
const bands: Readonly<Record<Area['viewMode'], { readonly top: Band; readonly bottom: Band }>> = {
  VIEW_2D: { top: { from: 0, to: 0.16 }, bottom: { from: 0.86, to: 1 } },
  VIEW_360D: { top: { from: 0.28, to: 0.42 }, bottom: { from: 0.6, to: 0.75 } },
};

const isEmbedded = (
  hotspot: Hotspot,
): hotspot is WidgetHotspot & { size: NonNullable<WidgetHotspot['size']> } =>
  hotspot.kind === 'widget' &&
  hotspot.size !== undefined &&
  hotspot.active.configuration.displayMode === 'EMBEDDED';

function SceneView({ area, viewpoint, hotspots, space, icons, headerHeight, ...rest }: SceneProps) {
  const { onReady, onMoved, onVideo, onProblem, onLowQuality, onCamera, ...actions } = rest;
  const frame = useRef<HTMLDivElement>(null);
  const camera = useCamera(area, viewpoint, hotspots);
  useFrameSize(frame, camera);
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
  const embedded = useMemo(() => hotspots.filter(isEmbedded), [hotspots]);

  const { background } = viewpoint;
  const assetId = stillAssetId(background);
  const asset = useVenue(({ assets }) => (assetId === undefined ? undefined : assets.get(assetId)));
  const small = usePicture(assetId, sizeFor(previewWidth[area.viewMode], asset));
  const { top, bottom } = bands[area.viewMode];
  const alphas = useScrimAlphas(small.state === 'ready' ? small.picture : undefined, top, bottom);
  const reportProblem = useCallback(
    (reason: PictureProblem['reason'] | undefined, retry: () => void) =>
      onProblem(reason && { reason, retry }),
    [onProblem],
  );

  return (
    <div ref={frame} className={styles.frame} data-testid="frame">
      {camera instanceof FlatCamera ? (
        <FlatBackdrop {...{ background, camera, onReady, onVideo }} onProblem={reportProblem} />
      ) : (
        <PanoramaBackdrop {...{ background, camera, onReady, onLowQuality }} onProblem={reportProblem} />
      )}
      <EdgeScrim edge="top" height={headerHeight + scrimBelowHeader} hold={headerHeight} alpha={alphas.top} />
      <EdgeScrim edge="bottom" height={bottomScrimHeight} hold={bottomTextHeight} alpha={alphas.bottom} />
      {embedded.map((hotspot) => (
        <EmbeddedHotspot key={hotspot.id} hotspot={hotspot} camera={camera} areaId={area.id} />
      ))}
      <HotspotLayer
        {...actions}
        hotspots={labelled}
        embedded={embedded}
        camera={camera}
        space={space}
        icons={icons}
      />
    </div>
  );
}

/** A scene that is being left does not render again until it is removed. */
const isUnchanged = (before: SceneProps, after: SceneProps): boolean =>
  after.isLeaving === true ||
  (Object.keys(after) as (keyof SceneProps)[]).every((name) => Object.is(before[name], after[name]));

export const Scene = memo(SceneView, isUnchanged);

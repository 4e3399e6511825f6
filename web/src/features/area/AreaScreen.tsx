/** Shows the current area: its picture, its hotspots, and the transition to the next area. */
import pause from '@phosphor-icons/core/fill/pause-fill.svg?raw';
import play from '@phosphor-icons/core/fill/play-fill.svg?raw';
import { useParams } from '@tanstack/react-router';
import { defaultViewpoint, type Area, type ViewPoint } from '@foyer/contract';
import {
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type CSSProperties,
  type RefObject,
} from 'react';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useAreaSearchParams } from '../../platform/navigation/areaNavigation.ts';
import { useCoversPicture } from '../../platform/pictureCover.ts';
import { useUi } from '../../platform/state/ui.ts';
import { areaOf, useVenue } from '../../platform/state/venue.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './area.module.css';
import type { Camera } from './camera/camera.ts';
import { followKey } from '../../platform/panZoom/gestures.ts';
import type { Point } from '../../platform/panZoom/plane.ts';
import type { Hotspot } from './hotspots/hotspot.ts';
import { markLookedAround, useLookedAround } from './camera/lookedAround.ts';
import { LookAroundHint, LowQualityNote, PictureProblemNote } from './Notes.tsx';
import { preloadHotspot, usePreloadDoors, usePreloadSnackbars } from './preloading.ts';
import type { VideoState } from './picture/backgroundPlayer.ts';
import { setVideoChoice } from './picture/videoChoice.ts';
import { Scene, type SceneEvents, type PictureProblem } from './scene/Scene.tsx';
import { sceneKey, useSceneTransition, type SceneView } from './scene/useSceneTransition.ts';
import { useAreaLinks } from './useAreaLinks.ts';
import { useHotspots } from './hotspots/useHotspots.ts';
import { useFreeSpace } from './hotspots/labels/useFreeSpace.ts';
import { Viewpoints } from './Viewpoints.tsx';

/** Reads the current area and viewpoint from the stores and the URL. The route adds dock, footer and widgets. */
export function AreaScreen() {
  const { areaId } = useParams({ strict: false });
  const area = useVenue((state) => areaOf(state, areaId ?? state.currentAreaId));
  const { viewpoint: wanted } = useAreaSearchParams();
  const viewpoint = area && (area.viewPoints.find(({ id }) => id === wanted) ?? defaultViewpoint(area));
  if (!area || !viewpoint) return <div className={styles.screen} />;
  return <CurrentArea area={area} viewpoint={viewpoint} />;
}

/**
 * Receives the focus after a change of area, so that screen readers start with its name. Not on the first page of a
 * visit.
 */
function Heading({ area }: { readonly area: Area }) {
  const localized = useLocalized();
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(area.id);
  useEffect(() => {
    if (last.current === area.id) return;
    last.current = area.id;
    heading.current?.focus({ preventScroll: true });
  }, [area.id]);
  return (
    <h1 ref={heading} tabIndex={-1} className="sr-only">
      <bdi>{localized(area.names)}</bdi>
    </h1>
  );
}

/** Announces the area and the number of its hotspots to screen readers after a change of area. */
function ArrivalAnnouncement({
  area,
  hotspots,
}: {
  readonly area: Area;
  readonly hotspots: readonly Hotspot[];
}) {
  const { t } = useTranslation('area');
  const localized = useLocalized();
  const [from] = useState(area.id);
  const [hasMoved, setHasMoved] = useState(false);
  if (!hasMoved && from !== area.id) setHasMoved(true);
  const count = (kind: Hotspot['kind']): number => hotspots.filter((hotspot) => hotspot.kind === kind).length;
  return (
    <VisuallyHidden role="status">
      {hasMoved &&
        t('arrived', {
          name: localized(area.names),
          doors: t('doors', { count: count('door') }),
          items: t('items', { count: count('widget') }),
        })}
    </VisuallyHidden>
  );
}

const handlesKeys = (target: Element): boolean =>
  target.closest(
    'input, textarea, select, [contenteditable="true"], [role="listbox"], [role="slider"], video',
  ) !== null;

/** The camera of the current scene, not of the previous one during a transition. */
interface CurrentCamera {
  readonly key: string;
  readonly camera: Camera;
}

/**
 * Keys move the picture when the focus is on the page, its heading or a hotspot, unless the focused element uses
 * them.
 */
function useCameraKeys(
  screen: RefObject<HTMLElement | null>,
  current: RefObject<CurrentCamera | undefined>,
  key: string,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target } = event;
      const camera = current.current?.key === key ? current.current.camera : undefined;
      if (event.defaultPrevented || !(target instanceof Element) || !camera || handlesKeys(target)) return;
      const isOnPicture =
        target === document.body || target.tagName === 'MAIN' || screen.current?.contains(target);
      if (!isOnPicture || !followKey(event, camera)) return;
      event.preventDefault();
      markLookedAround();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [screen, current, key]);
}

interface Report<Value> {
  readonly key: string;
  readonly value: Value;
}

/** The value that the scene with this key reported last. Reports of a scene that is being left are ignored. */
function useSceneReport<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const [report, addReport] = useReducer(
    (before: Report<Value>, next: Report<Value>) => (next.key === key ? next : before),
    { key, value: initial },
  );
  const setValue = useCallback((value: Value) => addReport({ key, value }), [key]);
  return [report.key === key ? report.value : initial, setValue];
}

function CurrentArea({ area, viewpoint }: { readonly area: Area; readonly viewpoint: ViewPoint }) {
  const { t } = useTranslation('area');
  const hotspots = useHotspots(area, viewpoint);
  const key = sceneKey(area, viewpoint);
  const current = useMemo<SceneView>(
    () => ({ key, area, viewpoint, hotspots }),
    [key, area, viewpoint, hotspots],
  );
  const departurePoint = useRef<Point | undefined>(undefined);
  const { leaving, onPictureReady } = useSceneTransition(
    current,
    useCallback(() => {
      const point = departurePoint.current ?? { x: innerWidth / 2, y: innerHeight / 2 };
      departurePoint.current = undefined;
      return point;
    }, []),
  );
  const currentCamera = useRef<CurrentCamera | undefined>(undefined);
  const [isReady, setIsReady] = useSceneReport(key, false);
  const [video, setVideo] = useSceneReport<VideoState>(key, 'none');
  const [problem, setProblem] = useSceneReport<PictureProblem | undefined>(key, undefined);
  const [isLowQuality, setIsLowQuality] = useState(false);
  const [isNoteClosed, setIsNoteClosed] = useState(false);
  const hasLookedAround = useLookedAround((state) => state.done);
  usePreloadDoors(hotspots, isReady);
  usePreloadSnackbars(isReady);

  const links = useAreaLinks(area.id);
  const openHotspot = useCallback(
    (hotspot: Hotspot, from: Point) => {
      departurePoint.current = from;
      links.follow(hotspot);
    },
    [links],
  );
  const space = useFreeSpace();
  const headerHeight = useUi((state) => state.headerHeight);
  const venueIcons = useVenue((state) => state.architecture?.icons);
  const icons = useMemo(() => new Map(venueIcons?.map(({ type, assetId }) => [type, assetId])), [venueIcons]);
  const common = { space, icons, headerHeight, hrefOf: links.hrefOf, openHotspot, preload: preloadHotspot };

  const screen = useRef<HTMLElement>(null);
  const controls = useRef<HTMLDivElement>(null);
  useCoversPicture(controls);
  useCameraKeys(screen, currentCamera, key);
  const events: SceneEvents = {
    onReady: useCallback(() => {
      setIsReady(true);
      onPictureReady(key);
    }, [setIsReady, onPictureReady, key]),
    onMoved: markLookedAround,
    onVideo: setVideo,
    onProblem: setProblem,
    onLowQuality: useCallback(() => setIsLowQuality(true), []),
    // Also called after going back to a scene that was being left: it keeps its camera.
    onCamera: useCallback(
      (camera: Camera) => {
        currentCamera.current = { key, camera };
      },
      [key],
    ),
  };

  return (
    <section ref={screen} className={styles.screen}>
      <Heading area={area} />
      <VisuallyHidden>{t(area.viewMode === 'VIEW_2D' ? 'view' : 'viewAround')}</VisuallyHidden>
      <ArrivalAnnouncement area={area} hotspots={hotspots} />
      {leaving && (
        <div
          key={leaving.key}
          className={styles.scene}
          data-phase={leaving.phase}
          inert
          style={{ transformOrigin: `${leaving.towards.x}px ${leaving.towards.y}px` } satisfies CSSProperties}
        >
          <Scene {...common} {...sceneProps(leaving)} {...events} isLeaving />
        </div>
      )}
      <div key={key} className={styles.scene} data-phase="current">
        <Scene {...common} {...sceneProps(current)} {...events} />
      </div>
      <div ref={controls} className={styles.controls}>
        {video !== 'none' && <VideoButton video={video} />}
        {area.viewPoints.length > 1 && (
          <Viewpoints
            viewpoints={area.viewPoints}
            current={viewpoint}
            hrefOf={({ id }) => links.hrefOfViewpoint(id)}
            show={({ id }) => links.showViewpoint(id)}
          />
        )}
      </div>
      <div className={styles.notes}>
        {problem && <PictureProblemNote problem={problem} />}
        {isLowQuality && !isNoteClosed && area.viewMode === 'VIEW_360D' && (
          <LowQualityNote onClose={() => setIsNoteClosed(true)} />
        )}
        {!hasLookedAround && area.viewMode === 'VIEW_360D' && isReady && <LookAroundHint />}
      </div>
    </section>
  );
}

const sceneProps = ({ area, viewpoint, hotspots }: SceneView) => ({ area, viewpoint, hotspots });

function VideoButton({ video }: { readonly video: Exclude<VideoState, 'none'> }) {
  const { t } = useTranslation('area');
  const isPlaying = video === 'playing';
  return (
    <IconButton
      svg={isPlaying ? pause : play}
      label={t(isPlaying ? 'pauseVideo' : 'playVideo')}
      className="island size-14! max-tablet:size-11!"
      onClick={() => setVideoChoice(isPlaying ? 'pause' : 'play')}
    />
  );
}

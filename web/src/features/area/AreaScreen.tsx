/** The area a person stands in: its picture, what is in it, and everything that follows when they walk on. */
import pause from '@phosphor-icons/core/fill/pause-fill.svg?raw';
import play from '@phosphor-icons/core/fill/play-fill.svg?raw';
import { useParams } from '@tanstack/react-router';
import { defaultViewpointOf, type Area, type ViewPoint } from '@foyer/contract';
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
import { useAreaSearch } from '../../platform/navigation/areaSearch.ts';
import { useUi } from '../../platform/state/ui.ts';
import { areaOf, useVenue } from '../../platform/state/venue.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './area.module.css';
import type { Camera } from './camera/camera.ts';
import { followKey } from '../../platform/panZoom/gestures.ts';
import type { Point } from '../../platform/panZoom/plane.ts';
import type { Hotspot } from './hotspots/hotspot.ts';
import { noteLookingAround, useLookedAround } from './lookedAround.ts';
import { LookAroundHint, StillNote, TroubleNote } from './Notes.tsx';
import { expectHotspot, usePreloading } from './preloading.ts';
import type { VideoReport } from './picture/BackgroundVideo.tsx';
import { chooseMovement } from './picture/movingBackground.ts';
import { Scene, type SceneReports, type Trouble } from './scene/Scene.tsx';
import { sceneKey, useScenes, type SceneView } from './scene/useScenes.ts';
import { useAreaLinks } from './useAreaLinks.ts';
import { useHotspots } from './useHotspots.ts';
import { useLabelRoom } from './useLabelRoom.ts';
import { Viewpoints } from './Viewpoints.tsx';

/** Reads where one stands from the stores and the address; the route composes it with dock, footer and widgets. */
export function AreaScreen() {
  const { areaId } = useParams({ strict: false });
  const area = useVenue((state) => areaOf(state, areaId ?? state.currentAreaId));
  const { viewpoint: wanted } = useAreaSearch();
  const viewpoint = area && (area.viewPoints.find(({ id }) => id === wanted) ?? defaultViewpointOf(area));
  if (!area || !viewpoint) return <div className={styles.screen} />;
  return <Standing area={area} viewpoint={viewpoint} />;
}

/** Said and focused when one comes in, so that reading starts with where one is; not on the first page of a visit. */
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

/** What there is, once one has come in. */
function Arrival({ area, hotspots }: { readonly area: Area; readonly hotspots: readonly Hotspot[] }) {
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
          things: t('things', { count: count('thing') }),
        })}
    </VisuallyHidden>
  );
}

const takesKeys = (target: Element): boolean =>
  target.closest(
    'input, textarea, select, [contenteditable="true"], [role="listbox"], [role="slider"], video',
  ) !== null;

/** The camera of the scene that one stands in. */
interface Standpoint {
  readonly key: string;
  readonly camera: Camera;
}

/** Keys move the picture from wherever nothing else wants them: from the page itself, its heading, or a hotspot. */
function useKeys(
  screen: RefObject<HTMLElement | null>,
  standing: RefObject<Standpoint | undefined>,
  key: string,
): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target } = event;
      const here = standing.current?.key === key ? standing.current : undefined;
      if (event.defaultPrevented || !(target instanceof Element) || !here || takesKeys(target)) return;
      const isHere =
        target === document.body || target.tagName === 'MAIN' || screen.current?.contains(target);
      if (!isHere || !followKey(event, here.camera)) return;
      event.preventDefault();
      noteLookingAround();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [screen, standing, key]);
}

interface Report<Value> {
  readonly key: string;
  readonly value: Value;
}

/** A value that the scene of this key has reported; what one that was left still reports is of no interest. */
function useReported<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const [report, take] = useReducer(
    (before: Report<Value>, told: Report<Value>) => (told.key === key ? told : before),
    { key, value: initial },
  );
  const tell = useCallback((value: Value) => take({ key, value }), [key]);
  return [report.key === key ? report.value : initial, tell];
}

function Standing({ area, viewpoint }: { readonly area: Area; readonly viewpoint: ViewPoint }) {
  const { t } = useTranslation('area');
  const hotspots = useHotspots(area, viewpoint);
  const key = sceneKey(area, viewpoint);
  const current = useMemo<SceneView>(
    () => ({ key, area, viewpoint, hotspots }),
    [key, area, viewpoint, hotspots],
  );
  const departure = useRef<Point | undefined>(undefined);
  const { leaving, arrived } = useScenes(
    current,
    useCallback(() => {
      const point = departure.current ?? { x: innerWidth / 2, y: innerHeight / 2 };
      departure.current = undefined;
      return point;
    }, []),
  );
  const standing = useRef<Standpoint | undefined>(undefined);
  const [isReady, setIsReady] = useReported(key, false);
  const [video, setVideo] = useReported<VideoReport>(key, 'none');
  const [trouble, setTrouble] = useReported<Trouble | undefined>(key, undefined);
  const [isStill, setIsStill] = useState(false);
  const [hidesStill, setHidesStill] = useState(false);
  const hasLookedAround = useLookedAround((state) => state.done);
  usePreloading(hotspots, isReady);

  const links = useAreaLinks(area.id);
  const open = useCallback(
    (hotspot: Hotspot, from: Point) => {
      departure.current = from;
      links.follow(hotspot);
    },
    [links],
  );
  const room = useLabelRoom();
  const headerHeight = useUi((state) => state.headerHeight);
  const venueIcons = useVenue((state) => state.architecture?.icons);
  const icons = useMemo(() => new Map(venueIcons?.map(({ type, assetId }) => [type, assetId])), [venueIcons]);
  const common = { room, icons, headerHeight, hrefOf: links.hrefOf, open, expect: expectHotspot };

  const screen = useRef<HTMLElement>(null);
  useKeys(screen, standing, key);
  const reports: SceneReports = {
    onReady: useCallback(() => {
      setIsReady(true);
      arrived(key);
    }, [setIsReady, arrived, key]),
    onMoved: noteLookingAround,
    onVideo: setVideo,
    onTrouble: setTrouble,
    onStill: useCallback(() => setIsStill(true), []),
    // Also where one has turned back, and the scene has the camera it had.
    onCamera: useCallback(
      (camera: Camera) => {
        standing.current = { key, camera };
      },
      [key],
    ),
  };

  return (
    <section ref={screen} className={styles.screen}>
      <Heading area={area} />
      <VisuallyHidden>{t(area.viewMode === 'VIEW_2D' ? 'view' : 'viewAround')}</VisuallyHidden>
      <Arrival area={area} hotspots={hotspots} />
      {leaving && (
        <div
          key={leaving.key}
          className={styles.scene}
          data-phase={leaving.phase}
          inert
          style={{ transformOrigin: `${leaving.towards.x}px ${leaving.towards.y}px` } satisfies CSSProperties}
        >
          <Scene {...common} {...viewOf(leaving)} {...reports} isLeft />
        </div>
      )}
      <div key={key} className={styles.scene} data-phase="here">
        <Scene {...common} {...viewOf(current)} {...reports} />
      </div>
      <div className={styles.controls}>
        {video !== 'none' && <Movement video={video} />}
        {area.viewPoints.length > 1 && (
          <Viewpoints
            viewpoints={area.viewPoints}
            current={viewpoint}
            hrefOf={({ id }) => links.hrefOfViewpoint(id)}
            go={({ id }) => links.showViewpoint(id)}
          />
        )}
      </div>
      <div className={styles.notes}>
        {trouble && <TroubleNote trouble={trouble} />}
        {isStill && !hidesStill && area.viewMode === 'VIEW_360D' && (
          <StillNote onClose={() => setHidesStill(true)} />
        )}
        {!hasLookedAround && area.viewMode === 'VIEW_360D' && isReady && <LookAroundHint />}
      </div>
    </section>
  );
}

const viewOf = ({ area, viewpoint, hotspots }: SceneView) => ({ area, viewpoint, hotspots });

function Movement({ video }: { readonly video: Exclude<VideoReport, 'none'> }) {
  const { t } = useTranslation('area');
  const isPlaying = video === 'playing';
  return (
    <IconButton
      svg={isPlaying ? pause : play}
      label={t(isPlaying ? 'pauseMovement' : 'playMovement')}
      className={`island ${styles.movement}`}
      onClick={() => chooseMovement(isPlaying ? 'pause' : 'play')}
    />
  );
}

/** Doors and things over the picture: real links in keyboard order, placed anew with every movement of the camera. */
import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type FocusEvent,
  type MouseEvent,
} from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import type { Camera } from '../camera/camera.ts';
import type { Point } from '../../../platform/panZoom/plane.ts';
import { middleOf } from '../geometry/plane.ts';
import { DoorLabel, Opening } from './DoorLabel.tsx';
import type { DoorHotspot, Hotspot } from './hotspot.ts';
import styles from './hotspots.module.css';
import type { Placement } from './layoutHotspots.ts';
import { forgetMeasures, measureShapes, type MeasuredLabel } from './measureShapes.ts';
import { openingOutline } from './openingOutline.ts';
import { applyPlacement, layoutFor, type LabelRoom } from './placeLabels.ts';
import { ThingLabel } from './ThingLabel.tsx';

export interface HotspotActions {
  readonly hrefOf: (hotspot: Hotspot) => string;
  /** Follows a link in this page. */
  readonly open: (hotspot: Hotspot, from: Point) => void;
  /** Somebody points at it: what lies behind is likely next. */
  readonly expect: (hotspot: Hotspot) => void;
}

interface Props extends HotspotActions {
  readonly hotspots: readonly Hotspot[];
  readonly camera: Camera;
  readonly room: LabelRoom;
  /** Icons that the venue gives to areas, by area id: asset ids. */
  readonly icons: ReadonlyMap<string, string>;
}

const movingMs = 160;

/** Everything about where labels are; none of it passes through React while the camera moves. */
function usePlacing(hotspots: readonly Hotspot[], camera: Camera, room: LabelRoom) {
  const layer = useRef<HTMLDivElement>(null);
  const elements = useMemo(() => new Map<string, HTMLElement>(), []);
  const openings = useMemo(() => new Map<string, HTMLElement>(), []);
  const measured = useRef<Map<string, MeasuredLabel>>(new Map());
  const forms = useRef<Map<string, Placement['form']>>(new Map());
  const focused = useRef<string | undefined>(undefined);
  const place = useRef<() => void>(() => undefined);

  useLayoutEffect(() => {
    place.current = () => {
      const labels = { hotspots, elements, measured: measured.current };
      const before = forms.current;
      const placements = layoutFor(labels, camera, room, { focused: focused.current, before });
      const middle = middleOf(room.free);
      for (const [id, placement] of placements) {
        const element = elements.get(id);
        if (element) applyPlacement(element, placement, middle);
      }
      for (const hotspot of hotspots) {
        const element = openings.get(hotspot.id);
        if (element && hotspot.kind === 'door' && hotspot.opening)
          placeOpening(element, hotspot.opening, camera);
      }
      forms.current = new Map([...placements].map(([id, { form }]) => [id, form]));
    };
    place.current();
  }, [hotspots, camera, room, elements, openings]);

  // Another language makes other hotspots, and they are measured anew.
  useLayoutEffect(() => {
    const measure = (): void => {
      measured.current = measureShapes(hotspots, elements);
      forms.current = new Map();
      place.current();
    };
    measure();
    const again = (): void => {
      forgetMeasures();
      measure();
    };
    let wanted = true;
    // Before the venue's font is there, labels have another width. Asking for `ready` costs a layout of the page.
    if (document.fonts.status === 'loading') void document.fonts.ready.then(() => wanted && again());
    const phone = matchMedia('(max-width: 760px)');
    phone.addEventListener('change', again);
    return () => {
      wanted = false;
      phone.removeEventListener('change', again);
    };
  }, [hotspots, elements]);

  useEffect(() => {
    let cancel: (() => void) | undefined;
    const unsubscribe = camera.subscribe(() => {
      place.current();
      layer.current?.setAttribute('data-moving', '');
      cancel?.();
      cancel = runAfter(movingMs, () => layer.current?.removeAttribute('data-moving'));
    });
    return () => {
      unsubscribe();
      cancel?.();
    };
  }, [camera]);

  const holdFocus = useCallback((id: string | undefined): void => {
    focused.current = id;
    place.current();
  }, []);
  const formOf = useCallback((id: string): Placement['form'] => forms.current.get(id) ?? 'hidden', []);
  return { layer, elements, openings, formOf, holdFocus };
}

function placeOpening(
  element: HTMLElement,
  opening: NonNullable<DoorHotspot['opening']>,
  camera: Camera,
): void {
  const outline = openingOutline(opening, camera);
  element.hidden = !outline;
  if (!outline) return;
  const { left, top, width, height } = outline.box;
  element.style.transform = `translate3d(${left}px, ${top}px, 0)`;
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
  element.style.clipPath = `polygon(${outline.corners.map(({ x, y }) => `${x}px ${y}px`).join(', ')})`;
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

export const HotspotLayer = memo(function HotspotLayer({ hotspots, camera, room, icons, ...actions }: Props) {
  const { t } = useTranslation('area');
  const { layer, elements, openings, formOf, holdFocus } = usePlacing(hotspots, camera, room);

  const keep = (into: Map<string, HTMLElement>, id: string) => (element: HTMLElement | null) => {
    if (element) into.set(id, element);
    else into.delete(id);
  };
  const isInSight = (id: string): boolean => !['chip', 'hidden'].includes(formOf(id));

  const click = (hotspot: Hotspot) => (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    // A click with a pointer behind it was meant for the chip; one by a key or an assistive tool for the door itself.
    if (event.detail > 0 && formOf(hotspot.id) === 'chip') {
      // Whoever was sought has the first choice of room when it comes into sight.
      holdFocus(hotspot.id);
      camera.turnTo(hotspot.position);
    } else actions.open(hotspot, camera.sightOf(hotspot.position).at ?? middleOf(room.free));
  };
  const focus = (hotspot: Hotspot) => (event: FocusEvent) => {
    if (!event.target.matches(':focus-visible')) return;
    actions.expect(hotspot);
    if (!isInSight(hotspot.id)) camera.turnTo(hotspot.position);
    holdFocus(hotspot.id);
  };
  const light = (id: string, lit: boolean) => (): void => {
    elements.get(id)?.toggleAttribute('data-lit', lit);
  };
  const linkOf = (hotspot: Hotspot) => ({
    href: actions.hrefOf(hotspot),
    onClick: click(hotspot),
    onFocus: focus(hotspot),
    onBlur: () => holdFocus(undefined),
    onPointerEnter: () => actions.expect(hotspot),
  });

  return (
    <div ref={layer} className={styles.layer}>
      {hotspots.filter(hasOpening).map((door) => (
        <Opening
          key={door.id}
          ref={keep(openings, door.id)}
          href={actions.hrefOf(door)}
          onClick={click(door)}
          onPointerEnter={() => {
            light(door.id, true)();
            actions.expect(door);
          }}
          onPointerLeave={light(door.id, false)}
        />
      ))}
      <ul className={styles.list} aria-label={t('hotspots')}>
        {hotspots.map((hotspot) => (
          <li
            key={hotspot.id}
            ref={keep(elements, hotspot.id)}
            className={styles.hotspot}
            data-kind={hotspot.kind}
            data-form="hidden"
          >
            {hotspot.kind === 'door' ? (
              <DoorLabel door={hotspot} iconAssetId={icons.get(hotspot.targetAreaId)} {...linkOf(hotspot)} />
            ) : (
              <ThingLabel thing={hotspot} {...linkOf(hotspot)} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
});

const hasOpening = (
  hotspot: Hotspot,
): hotspot is DoorHotspot & { opening: NonNullable<DoorHotspot['opening']> } =>
  hotspot.kind === 'door' && hotspot.opening !== undefined;

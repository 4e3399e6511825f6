/**
 * The hotspots over the picture: links in keyboard order whose labels are placed again with every movement of the
 * camera.
 */
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
import { onMediaChange } from '../../../platform/media.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import type { Camera } from '../camera/camera.ts';
import type { Point } from '../../../platform/panZoom/plane.ts';
import { centerOf } from '../geometry/boxes.ts';
import { DoorLabel, Opening } from './labels/DoorLabel.tsx';
import type { DoorHotspot, Hotspot } from './hotspot.ts';
import styles from './hotspots.module.css';
import type { Placement } from './labels/layoutLabels.ts';
import { clearMeasurements, measureLabels, type MeasuredLabel } from './labels/measureLabels.ts';
import { outlineOf, type Rectangle } from './outlineOf.ts';
import { applyPlacement, computePlacements, type LabelSpace } from './labels/placeLabels.ts';
import { WidgetLabel } from './labels/WidgetLabel.tsx';

export interface HotspotActions {
  readonly hrefOf: (hotspot: Hotspot) => string;
  /** Navigates without a page load. `from` is the point that the transition zooms towards. */
  readonly openHotspot: (hotspot: Hotspot, from: Point) => void;
  /** Called on hover and focus: loads what is likely opened next. */
  readonly preload: (hotspot: Hotspot) => void;
}

interface Props extends HotspotActions {
  readonly hotspots: readonly Hotspot[];
  /** The widgets in the picture, which have no labels. */
  readonly embedded: readonly Rectangle[];
  readonly camera: Camera;
  readonly space: LabelSpace;
  /** Asset ids of icons that the venue sets for areas, by area id. */
  readonly icons: ReadonlyMap<string, string>;
}

const movingMs = 160;

/**
 * The placement of all labels. It changes the elements directly, without React, because it runs with every frame
 * while the camera moves.
 */
function useLabelPlacement({
  hotspots,
  embedded,
  camera,
  space,
}: Omit<Props, keyof HotspotActions | 'icons'>) {
  const layer = useRef<HTMLDivElement>(null);
  const elements = useMemo(() => new Map<string, HTMLElement>(), []);
  const openings = useMemo(() => new Map<string, HTMLElement>(), []);
  const measured = useRef<Map<string, MeasuredLabel>>(new Map());
  const forms = useRef<Map<string, Placement['form']>>(new Map());
  const focused = useRef<string | undefined>(undefined);
  const place = useRef<() => void>(() => undefined);

  useLayoutEffect(() => {
    place.current = () => {
      const labels = { hotspots, embedded, elements, measured: measured.current };
      const placements = computePlacements(labels, camera, space, {
        focused: focused.current,
        forms: forms.current,
      });
      const center = centerOf(space.free);
      for (const [id, placement] of placements) {
        const element = elements.get(id);
        if (element) applyPlacement(element, placement, center);
      }
      for (const hotspot of hotspots) {
        const element = openings.get(hotspot.id);
        if (element && hotspot.kind === 'door' && hotspot.opening)
          placeOpening(element, hotspot.opening, camera);
      }
      forms.current = new Map([...placements].map(([id, { form }]) => [id, form]));
    };
    place.current();
  }, [hotspots, embedded, camera, space, elements, openings]);

  // Another language makes new hotspots, whose labels are measured again.
  useLayoutEffect(() => {
    const measure = (): void => {
      measured.current = measureLabels(hotspots, elements);
      forms.current = new Map();
      place.current();
    };
    measure();
    const measureAgain = (): void => {
      clearMeasurements();
      measure();
    };
    let wanted = true;
    // Labels have another width before the font of the venue has loaded. Reading `fonts.ready` costs a layout of the
    // page, so it is read only if necessary.
    if (document.fonts.status === 'loading') void document.fonts.ready.then(() => wanted && measureAgain());
    const stop = onMediaChange('phone', measureAgain);
    return () => {
      wanted = false;
      stop();
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

  const setFocused = useCallback((id: string | undefined): void => {
    focused.current = id;
    place.current();
  }, []);
  const formOf = useCallback((id: string): Placement['form'] => forms.current.get(id) ?? 'hidden', []);
  return { layer, elements, openings, formOf, setFocused };
}

function placeOpening(
  element: HTMLElement,
  opening: NonNullable<DoorHotspot['opening']>,
  camera: Camera,
): void {
  const outline = outlineOf(opening, camera);
  element.hidden = !outline;
  if (!outline) return;
  const { left, top, width, height } = outline.box;
  element.style.transform = `translate3d(${left}px, ${top}px, 0)`;
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
  element.style.clipPath = `polygon(${outline.corners.map(({ x, y }) => `${x}px ${y}px`).join(', ')})`;
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

export const HotspotLayer = memo(function HotspotLayer({
  hotspots,
  embedded,
  camera,
  space,
  icons,
  ...actions
}: Props) {
  const { t } = useTranslation('area');
  const { layer, elements, openings, formOf, setFocused } = useLabelPlacement({
    hotspots,
    embedded,
    camera,
    space,
  });

  const storeElement = (into: Map<string, HTMLElement>, id: string) => (element: HTMLElement | null) => {
    if (element) into.set(id, element);
    else into.delete(id);
  };
  const isLabelled = (id: string): boolean => !['chip', 'hidden'].includes(formOf(id));

  const onClickOf = (hotspot: Hotspot) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    // A click by pointer on an edge chip turns the camera; a click by key or assistive technology opens the hotspot.
    if (event.detail > 0 && formOf(hotspot.id) === 'chip') {
      // Focused hotspots get their space first when they come into view.
      setFocused(hotspot.id);
      camera.turnTo(hotspot.position);
    } else actions.openHotspot(hotspot, camera.project(hotspot.position).at ?? centerOf(space.free));
  };
  const onFocusOf = (hotspot: Hotspot) => (event: FocusEvent) => {
    if (!event.target.matches(':focus-visible')) return;
    actions.preload(hotspot);
    if (!isLabelled(hotspot.id)) camera.turnTo(hotspot.position);
    setFocused(hotspot.id);
  };
  const setHighlighted = (id: string, isHighlighted: boolean) => (): void => {
    elements.get(id)?.toggleAttribute('data-emphasized', isHighlighted);
  };
  const linkProps = (hotspot: Hotspot) => ({
    href: actions.hrefOf(hotspot),
    onClick: onClickOf(hotspot),
    onFocus: onFocusOf(hotspot),
    onBlur: () => setFocused(undefined),
    onPointerEnter: () => actions.preload(hotspot),
  });

  return (
    <div ref={layer} className={styles.layer}>
      {hotspots.filter(hasOpening).map((door) => (
        <Opening
          key={door.id}
          ref={storeElement(openings, door.id)}
          href={actions.hrefOf(door)}
          onClick={onClickOf(door)}
          onPointerEnter={() => {
            setHighlighted(door.id, true)();
            actions.preload(door);
          }}
          onPointerLeave={setHighlighted(door.id, false)}
        />
      ))}
      <ul className={styles.list} aria-label={t('hotspots')}>
        {hotspots.map((hotspot) => (
          <li
            key={hotspot.id}
            ref={storeElement(elements, hotspot.id)}
            className={styles.hotspot}
            data-kind={hotspot.kind}
            data-form="hidden"
          >
            {hotspot.kind === 'door' ? (
              <DoorLabel
                door={hotspot}
                iconAssetId={icons.get(hotspot.targetAreaId)}
                {...linkProps(hotspot)}
              />
            ) : (
              <WidgetLabel hotspot={hotspot} {...linkProps(hotspot)} />
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

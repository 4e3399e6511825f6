import mapPinFill from '@phosphor-icons/core/fill/map-pin-fill.svg?raw';
import mapPin from '@phosphor-icons/core/regular/map-pin.svg?raw';
import type { Asset } from '@foyer/contract';
import { useCallback, useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useElementSize } from '../../platform/useElementSize.ts';
import { AttendeeCount } from './AreaStatus.tsx';
import { FloorplanLink } from './FloorplanLink.tsx';
import { HereBadge } from './HereBadge.tsx';
import { pinSize, placePins, type PlacedPin } from './pinLabels.ts';
import styles from './planPicture.module.css';
import type { FloorplanArea } from './useFloorplan.ts';

interface Props {
  readonly areas: readonly FloorplanArea[];
  readonly picture: Asset;
  /** Cards of the areas follow on small screens. */
  readonly hasCards?: boolean;
  readonly onFailure: () => void;
  /** Called when a link to another area is followed. */
  readonly onNavigate?: (areaId: string) => void;
}

const defaultRatio = 1.6;
const pinRadius = pinSize / 2;
/** Pixels: a narrower plan has small pins and names, so that more names find a position. */
const compactBelowWidth = 520;
const compactMark = 26;

/** The floorplan picture of the venue, with a pin and a name for each area. */
export function PlanPicture({ areas, picture, hasCards, onFailure, onNavigate }: Props) {
  const { ref, size } = useElementSize();
  const ratio = picture.width && picture.height ? picture.width / picture.height : defaultRatio;
  const { placed, measure } = usePins(areas, size?.width, size?.height);
  return (
    <div
      ref={ref}
      dir="ltr"
      data-compact={(size && size.width < compactBelowWidth) || undefined}
      data-cards={hasCards}
      className={`${styles.plan} relative mx-auto`}
      style={{ '--plan-ratio': ratio } as CSSProperties}
    >
      {size && (
        <AssetImage
          assetId={picture.id}
          width={size.width}
          draggable={false}
          onFailure={onFailure}
          className="absolute inset-0 size-full rounded-card object-contain"
        />
      )}
      {areas.map((area) => (
        <AreaPin
          key={area.area.id}
          area={area}
          at={placed.get(area.area.id)}
          measure={measure}
          onNavigate={onNavigate}
        />
      ))}
    </div>
  );
}

type Measure = (areaId: string, element: HTMLElement | null) => void;

/** Measures the names, then places pins and names; again when the picture, a position or the size of a name changes. */
function usePins(
  areas: readonly FloorplanArea[],
  width: number | undefined,
  height: number | undefined,
): { readonly placed: ReadonlyMap<string, PlacedPin>; readonly measure: Measure } {
  const labels = useRef(new Map<string, HTMLElement>());
  const lastInput = useRef('');
  const [placed, setPlaced] = useState<ReadonlyMap<string, PlacedPin>>(new Map());
  useLayoutEffect(() => {
    if (!width || !height) return undefined;
    let isActive = true;
    const place = (): void => {
      if (!isActive) return;
      const pins = areas.map(({ area, x, y }) => {
        const label = labels.current.get(area.id);
        return {
          id: area.id,
          x: x * width,
          y: y * height,
          label: { width: label?.offsetWidth ?? 0, height: label?.offsetHeight ?? 0 },
        };
      });
      const currentAreaId = areas.find(({ isCurrent }) => isCurrent)?.area.id;
      const mark = width < compactBelowWidth ? compactMark : pinSize;
      // The numbers of attendees change often, and rarely the size of a name with its number.
      const input = JSON.stringify([pins, width, height, currentAreaId]);
      if (input === lastInput.current) return;
      lastInput.current = input;
      setPlaced(new Map(placePins(pins, { width, height }, currentAreaId, mark).map((pin) => [pin.id, pin])));
    };
    place();
    void document.fonts.ready.then(place);
    return () => {
      isActive = false;
    };
  }, [areas, width, height]);
  const measure = useCallback<Measure>((areaId, element) => {
    if (element) labels.current.set(areaId, element);
    else labels.current.delete(areaId);
  }, []);
  return { placed, measure };
}

interface AreaPinProps {
  readonly area: FloorplanArea;
  readonly at: PlacedPin | undefined;
  readonly measure: Measure;
  readonly onNavigate: Props['onNavigate'];
}

const isHappening = ({ happening }: FloorplanArea): boolean =>
  happening !== undefined && happening.kind !== 'next';

function AreaPin({ area, at, measure, onNavigate }: AreaPinProps) {
  const { id } = area.area;
  const style: CSSProperties = at ? { left: at.x, top: at.y } : { visibility: 'hidden' };
  const label: CSSProperties = at?.label
    ? { left: at.label.x - at.x + pinRadius, top: at.label.y - at.y + pinRadius }
    : { left: '50%', top: '100%', translate: '-50% 4px' };
  return (
    <FloorplanLink
      area={area}
      onNavigate={onNavigate}
      className={`${styles.pin} press absolute size-11 -translate-1/2 rounded-full hover:z-10 focus-visible:z-10 forced-colors:border-0!`}
      style={style}
    >
      <span
        className={`${styles.mark} absolute inset-0 m-auto grid size-full place-items-center rounded-full ${
          area.isCurrent ? `${styles.here} bg-primary text-on-primary` : 'island'
        }`}
      >
        <Icon svg={area.isCurrent ? mapPinFill : mapPin} size={22} />
      </span>
      <span
        ref={(element) => measure(id, element)}
        dir="auto"
        data-free={Boolean(at?.label)}
        style={label}
        className={`${styles.label} absolute flex w-max max-w-52 flex-col items-center gap-1`}
      >
        <span
          className={`${styles.name} no-blur border-line text-caption font-strong shadow-(--shadow-1) rounded-full border px-3 py-1.5 text-center`}
        >
          {isHappening(area) && (
            <span aria-hidden className="bg-brand me-1.5 inline-block size-2 rounded-full" />
          )}
          {area.name}
          <AttendeeCount area={area} className={`${styles.inCards} text-ink-2 ms-2 align-bottom`} />
        </span>
        {area.isCurrent && <HereBadge className={styles.inCards ?? ''} />}
      </span>
    </FloorplanLink>
  );
}

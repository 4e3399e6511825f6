import { useMemo } from 'react';
import { useVenue } from '../../platform/state/venue.ts';
import { useElementSize } from '../../platform/useElementSize.ts';
import { AreaLine, AttendeeCount } from './AreaStatus.tsx';
import { connectedAreas, roomsOf } from './floorplanAreas.ts';
import { FloorplanLink } from './FloorplanLink.tsx';
import { HereBadge } from './HereBadge.tsx';
import styles from './planRooms.module.css';
import { layoutRooms, sharedWall, type Rectangle } from './roomLayout.ts';
import { RoomPicture } from './RoomPicture.tsx';
import { trackNavigation } from './trackNavigation.ts';
import type { FloorplanArea } from './useFloorplan.ts';

/** Half of the gap between two rooms, in pixels. */
const halfWall = 6;
const minHeight = 420;

/** The plan of a venue without a floorplan picture: the pictures of its areas, arranged by their positions. */
export function PlanRooms({ areas }: { readonly areas: readonly FloorplanArea[] }) {
  const { ref, size } = useElementSize();
  const architecture = useVenue((state) => state.architecture);
  const width = size?.width ?? 0;
  const rooms = useMemo(() => (architecture ? roomsOf(architecture) : []), [architecture]);
  const layout = useMemo(() => {
    const tall = Math.max(minHeight, Math.min(width * 0.52, window.innerHeight - 360));
    return width > 0 ? layoutRooms(rooms, width, tall) : undefined;
  }, [rooms, width]);
  const doors = useMemo(
    () =>
      connectedAreas(architecture?.areas ?? []).flatMap(([one, other]) => {
        const [a, b] = [layout?.cells.get(one), layout?.cells.get(other)];
        const mark = a && b && sharedWall(a, b);
        return mark ? [{ key: `${one}/${other}`, ...mark }] : [];
      }),
    [architecture, layout],
  );
  return (
    <div ref={ref} dir="ltr" className={`${styles.plan} relative -mx-1.5`} style={{ height: layout?.height }}>
      {layout &&
        areas.map((area) => {
          const cell = layout.cells.get(area.area.id);
          return cell && <Room key={area.area.id} area={area} cell={cell} />;
        })}
      {doors.map(({ key, isVertical, x, y, width: across, height }) => (
        <span
          key={key}
          aria-hidden
          className="bg-ink/75 pointer-events-none absolute rounded-full"
          style={{
            left: isVertical ? x - 2 : x,
            top: isVertical ? y : y - 2,
            width: isVertical ? 4 : across,
            height: isVertical ? height : 4,
          }}
        />
      ))}
    </div>
  );
}

function Room({ area, cell }: { readonly area: FloorplanArea; readonly cell: Rectangle }) {
  return (
    <FloorplanLink
      area={area}
      onNavigate={trackNavigation}
      className={`${styles.room} absolute overflow-hidden rounded-card`}
      style={{
        left: cell.x + halfWall,
        top: cell.y + halfWall,
        width: cell.width - 2 * halfWall,
        height: cell.height - 2 * halfWall,
      }}
    >
      <RoomPicture area={area.area} width={cell.width} />
      <RoomCaption area={area} />
    </FloorplanLink>
  );
}

/** Name, event or subtitle, number of attendees and the current-area badge over the lower end of a room's picture. */
export function RoomCaption({ area }: { readonly area: FloorplanArea }) {
  const { name, isCurrent } = area;
  return (
    <>
      <span aria-hidden className={`${styles.scrim} absolute inset-0`} />
      {isCurrent && <HereBadge className="absolute start-3.5 top-3.5 shadow-(--shadow-1)" />}
      <AttendeeCount
        area={area}
        className="island text-caption absolute end-3.5 top-3.5 min-h-7 rounded-full px-2.5"
      />
      <span dir="auto" className="absolute inset-x-0 bottom-0 block px-4 pb-3.5 text-start">
        <span className="title-font text-section line-clamp-2 block wrap-anywhere hyphens-auto">{name}</span>
        <AreaLine area={area} className="text-caption text-ink block truncate" />
      </span>
    </>
  );
}

import { useMemo } from 'react';
import { useVenue } from '../../platform/state/venue.ts';
import { useElementSize } from '../../platform/useElementSize.ts';
import { joinedAreas, roomsOf } from './floorplanAreas.ts';
import { FloorplanLink } from './FloorplanLink.tsx';
import { HereMark } from './HereMark.tsx';
import { layOutRooms, sharedWall, type Rectangle } from './roomLayout.ts';
import { RoomPicture } from './RoomPicture.tsx';
import type { NamedArea } from './useFloorplan.ts';

/** Half the wall between two rooms, pixels. */
const wall = 6;
const leastHeight = 420;

/** The venue as its rooms' pictures, lying to each other as they do on the floorplan. */
export function PlanRooms({ areas }: { readonly areas: readonly NamedArea[] }) {
  const { ref, size } = useElementSize();
  const architecture = useVenue((state) => state.architecture);
  const width = size?.width ?? 0;
  const rooms = useMemo(() => (architecture ? roomsOf(architecture) : []), [architecture]);
  const layout = useMemo(() => {
    const tall = Math.max(leastHeight, Math.min(width * 0.52, window.innerHeight - 360));
    return width > 0 ? layOutRooms(rooms, width, tall) : undefined;
  }, [rooms, width]);
  const doors = useMemo(
    () =>
      joinedAreas(architecture?.areas ?? []).flatMap(([one, other]) => {
        const [a, b] = [layout?.cells.get(one), layout?.cells.get(other)];
        const mark = a && b && sharedWall(a, b);
        return mark ? [{ key: `${one}/${other}`, ...mark }] : [];
      }),
    [architecture, layout],
  );
  return (
    <div ref={ref} dir="ltr" className="plan relative -mx-1.5" style={{ height: layout?.height }}>
      {layout &&
        areas.map((area) => {
          const cell = layout.cells.get(area.area.id);
          return cell && <Room key={area.area.id} area={area} cell={cell} />;
        })}
      {doors.map(({ key, upright, x, y, width: across, height }) => (
        <span
          key={key}
          aria-hidden
          className="bg-ink/75 pointer-events-none absolute rounded-full"
          style={{
            left: upright ? x - 2 : x,
            top: upright ? y : y - 2,
            width: upright ? 4 : across,
            height: upright ? height : 4,
          }}
        />
      ))}
    </div>
  );
}

function Room({ area, cell }: { readonly area: NamedArea; readonly cell: Rectangle }) {
  return (
    <FloorplanLink
      area={area}
      className={`room group absolute overflow-hidden rounded-card ${area.isHere ? 'room-here' : ''}`}
      style={{
        left: cell.x + wall,
        top: cell.y + wall,
        width: cell.width - 2 * wall,
        height: cell.height - 2 * wall,
      }}
    >
      <RoomPicture area={area.area} width={cell.width} />
      <RoomCaption area={area} />
    </FloorplanLink>
  );
}

/** Name, one line, and the mark of where one is, over the lower end of a room's picture. */
export function RoomCaption({ area: { name, line, isHere } }: { readonly area: NamedArea }) {
  return (
    <>
      <span aria-hidden className="room-scrim absolute inset-0" />
      {isHere && <HereMark className="absolute start-3.5 top-3.5 shadow-(--shadow-1)" />}
      <span dir="auto" className="absolute inset-x-0 bottom-0 block px-4 pb-3.5 text-start">
        <span className="flare text-section line-clamp-2 block wrap-anywhere hyphens-auto">{name}</span>
        {line !== '' && <span className="text-caption text-ink room-line block truncate">{line}</span>}
      </span>
    </>
  );
}

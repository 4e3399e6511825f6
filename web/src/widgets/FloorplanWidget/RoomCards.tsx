import { FloorplanLink } from './FloorplanLink.tsx';
import { RoomCaption } from './PlanRooms.tsx';
import { RoomPicture } from './RoomPicture.tsx';
import type { NamedArea } from './useFloorplan.ts';
import { useTexts } from './useTexts.ts';

/** A plan is too small for a phone: there the rooms stand below each other, mine first, then the rest in pairs. */
export function RoomCards({ areas }: { readonly areas: readonly NamedArea[] }) {
  const { t } = useTexts();
  const mine = areas.filter(({ isHere }) => isHere);
  const rest = areas.filter(({ isHere }) => !isHere);
  return (
    <ul className="room-cards" aria-label={t('title')}>
      {[...mine, ...rest].map((area) => (
        <li key={area.area.id} className={area.isHere ? 'room-card-here' : ''}>
          <FloorplanLink
            area={area}
            className={`room relative block h-full overflow-hidden rounded-card ${area.isHere ? 'room-here' : ''}`}
          >
            <RoomPicture area={area.area} width={area.isHere ? 360 : 180} />
            <RoomCaption area={area} />
          </FloorplanLink>
        </li>
      ))}
    </ul>
  );
}

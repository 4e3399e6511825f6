import { FloorplanLink } from './FloorplanLink.tsx';
import { RoomCaption } from './PlanRooms.tsx';
import { RoomPicture } from './RoomPicture.tsx';
import { trackNavigation } from './trackNavigation.ts';
import type { FloorplanArea } from './useFloorplan.ts';
import { useTexts } from './useTexts.ts';

/** On a phone, where a plan is too small: cards of all areas, the current one first, the others in pairs. */
export function RoomCards({ areas }: { readonly areas: readonly FloorplanArea[] }) {
  const { t } = useTexts();
  const current = areas.filter(({ isCurrent }) => isCurrent);
  const rest = areas.filter(({ isCurrent }) => !isCurrent);
  return (
    <ul className="room-cards" aria-label={t('title')}>
      {[...current, ...rest].map((area) => (
        <li key={area.area.id} className={area.isCurrent ? 'room-card-here' : ''}>
          <FloorplanLink
            area={area}
            onNavigate={trackNavigation}
            className={`room relative block h-full overflow-hidden rounded-card ${area.isCurrent ? 'room-here' : ''}`}
          >
            <RoomPicture area={area.area} width={area.isCurrent ? 360 : 180} />
            <RoomCaption area={area} />
          </FloorplanLink>
        </li>
      ))}
    </ul>
  );
}

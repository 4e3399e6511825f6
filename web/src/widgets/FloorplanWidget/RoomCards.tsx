import { FloorplanLink } from './FloorplanLink.tsx';
import { RoomCaption } from './PlanRooms.tsx';
import styles from './planRooms.module.css';
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
    <ul className={styles.cards} aria-label={t('title')}>
      {[...current, ...rest].map((area) => (
        <li key={area.area.id}>
          <FloorplanLink
            area={area}
            onNavigate={trackNavigation}
            className={`${styles.room} relative block h-full overflow-hidden rounded-card`}
          >
            <RoomPicture area={area.area} width={area.isCurrent ? 360 : 180} />
            <RoomCaption area={area} />
          </FloorplanLink>
        </li>
      ))}
    </ul>
  );
}

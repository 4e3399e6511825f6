import caretRight from '@phosphor-icons/core/bold/caret-right-bold.svg?raw';
import { Icon } from '../../platform/icons/Icon.tsx';
import { AreaLine, AttendeeCount } from './AreaStatus.tsx';
import { FloorplanLink } from './FloorplanLink.tsx';
import { HereBadge } from './HereBadge.tsx';
import { RoomPicture } from './RoomPicture.tsx';
import { trackNavigation } from './trackNavigation.ts';
import type { FloorplanArea } from './useFloorplan.ts';

/** The areas as a list, for screen readers and for users who prefer it to the plan. */
export function AreaList({ areas }: { readonly areas: readonly FloorplanArea[] }) {
  return (
    <ul className="gap-x-5 @min-[820px]:columns-2">
      {areas.map((area) => (
        <li key={area.area.id} className="break-inside-avoid py-px">
          <FloorplanLink
            area={area}
            onNavigate={trackNavigation}
            className="press hover:bg-raised group flex min-h-17 items-center gap-4 rounded-field px-1.5 py-1.5"
          >
            <span className="relative h-14 w-20 shrink-0 overflow-hidden rounded-mark">
              <RoomPicture area={area.area} width={80} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="text-name font-strong block">{area.name}</span>
              <AreaLine area={area} className="text-caption text-ink-2 line-clamp-2" />
            </span>
            <AttendeeCount area={area} className="text-caption text-ink-2" />
            {area.isCurrent ? (
              <HereBadge />
            ) : (
              <Icon svg={caretRight} size={16} mirror className="text-ink-3 group-hover:text-ink me-1" />
            )}
          </FloorplanLink>
        </li>
      ))}
    </ul>
  );
}

import users from '@phosphor-icons/core/fill/users-fill.svg?raw';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { useHappeningText } from '../../platform/venue/useHappeningText.ts';
import type { FloorplanArea } from './useFloorplan.ts';

interface Props {
  readonly area: FloorplanArea;
  readonly className?: string;
}

/** The number of attendees in an area; nothing if it is empty. Hidden from screen readers: the link says the same. */
export function AttendeeCount({ area: { attendeeCount }, className = '' }: Props) {
  const number = useNumberFormat();
  if (attendeeCount === 0) return null;
  return (
    <span
      aria-hidden
      className={`font-strong inline-flex shrink-0 items-center gap-1 tabular-nums ${className}`}
    >
      <Icon svg={users} size={14} />
      {number(attendeeCount)}
    </span>
  );
}

/** The current or next event in an area, else its subtitle. */
export function AreaLine({ area: { happening, subtitle }, className = '' }: Props) {
  const text = useHappeningText()(happening);
  if (text === '') return subtitle === '' ? null : <span className={className}>{subtitle}</span>;
  return (
    <span className={`${className} font-strong text-ink`}>
      {happening?.kind !== 'next' && (
        <span aria-hidden className="bg-brand me-1.5 inline-block size-2 rounded-full" />
      )}
      {text}
    </span>
  );
}

/** A user's status as a shape: full, with a bar, a crescent, a ring. Where there is room, its text is next to it. */
import type { PresenceStatus } from '@foyer/contract';

const shapes: Readonly<Record<PresenceStatus, React.ReactElement>> = {
  Available: <circle cx="5" cy="5" r="5" />,
  Busy: <path fillRule="evenodd" d="M5 0a5 5 0 1 0 0 10A5 5 0 1 0 5 0ZM2.2 4h5.6v2H2.2Z" />,
  Idle: <path d="M4 .1A5 5 0 1 0 9.9 6 4.4 4.4 0 0 1 4 .1Z" />,
  Offline: <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="2" />,
};
const colors: Readonly<Record<PresenceStatus, string>> = {
  Available: 'text-available',
  Busy: 'text-busy',
  Idle: 'text-idle',
  Offline: 'text-offline',
};

export interface StatusMarkProps {
  readonly status: PresenceStatus;
  /** Pixels. */
  readonly size?: number;
  readonly className?: string;
}

export function StatusMark({ status, size = 10, className = '' }: StatusMarkProps) {
  return (
    <svg
      viewBox="0 0 10 10"
      width={size}
      height={size}
      fill="currentColor"
      aria-hidden="true"
      data-status={status}
      className={`shrink-0 rtl:-scale-x-100 forced-colors:text-[CanvasText] ${colors[status]} ${className}`}
    >
      {shapes[status]}
    </svg>
  );
}

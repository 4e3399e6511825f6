import type { ReactNode } from 'react';
import { Icon } from '../../platform/icons/Icon.tsx';

export interface ReadingRowProps {
  /** Raw SVG. */
  readonly icon: string;
  readonly name: string;
  readonly line?: ReactNode;
  /** The verb; its own name says where it leads, and all of the row is its target. */
  readonly action: ReactNode;
}

/** One door or thing: what it is, one line, and what one does with it. */
export function ReadingRow({ icon, name, line, action }: ReadingRowProps) {
  return (
    <li className="reading-row">
      <span className="bg-raised rounded-tile grid size-11 shrink-0 place-items-center">
        <Icon svg={icon} size={22} />
      </span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="text-name font-strong block text-start">
          {name}
        </span>
        {line !== undefined && <span className="text-body text-ink-2 block">{line}</span>}
      </span>
      {action}
    </li>
  );
}

/** The look of a row's verb; `beckons` for the one door that does. */
export const verb = (beckons: boolean): string =>
  `reading-verb press print:hidden font-strong text-small-button inline-flex min-h-9 shrink-0 items-center justify-center rounded-full px-5 text-center hover:brightness-110 ${
    beckons ? 'bg-primary text-on-primary' : 'bg-secondary text-on-secondary'
  }`;

import type { ReactNode } from 'react';
import { Icon } from '../../platform/icons/Icon.tsx';
import styles from './textView.module.css';

export interface TextRowProps {
  /** Raw SVG. */
  readonly icon: string;
  readonly name: string;
  readonly subtitle?: ReactNode;
  /** The button or link, if any; its accessible name says where it leads, and the whole row is its target. */
  readonly action?: ReactNode;
}

/** A row for a door or a widget: icon, name, subtitle and action. */
export function TextRow({ icon, name, subtitle, action }: TextRowProps) {
  return (
    <li className={styles.row}>
      <span className="bg-raised rounded-tile grid size-11 shrink-0 place-items-center">
        <Icon svg={icon} size={22} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="text-name font-strong block">
          <bdi>{name}</bdi>
        </span>
        {subtitle !== undefined && <span className="text-body text-ink-2 block">{subtitle}</span>}
      </span>
      {action}
    </li>
  );
}

/** Classes of a row's action. The highlighted door has the primary color. */
export const actionClass = (isHighlighted: boolean): string =>
  `${styles.action} press print:hidden font-strong text-small-button inline-flex min-h-9 shrink-0 items-center justify-center rounded-full px-5 text-center hover:brightness-110 ${
    isHighlighted ? 'bg-primary text-on-primary' : 'bg-secondary text-on-secondary'
  }`;

import type { ReactNode } from 'react';
import { Icon } from '../../platform/icons/Icon.tsx';
import styles from './embeddedMeeting.module.css';

interface Props {
  readonly name: string;
  /** Raw SVG. */
  readonly icon: string;
  readonly line: string;
  readonly join: ReactNode;
}

/**
 * A meeting in a box in the picture. A small box has the button only, or the line if there is none. A long name is cut, so
 * that the button stays in the box.
 */
export function EmbeddedMeeting({ name, icon, line, join }: Props) {
  return (
    <div className={`${styles.box} island rounded-field`}>
      <div className={styles.content}>
        <span className={styles.icon}>
          <Icon svg={icon} size={22} />
        </span>
        <p dir="auto" className={`${styles.detail} ${styles.name} title-font text-section`}>
          {name}
        </p>
        <p className={`text-caption text-ink-2 ${join ? `${styles.detail} line-clamp-1` : ''}`}>{line}</p>
        {join && <div className="pt-1">{join}</div>}
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './sectionHead.module.css';

export interface SectionHeadProps {
  readonly id: string;
  /** Whether it stays at the top while its rows scroll. */
  readonly isSticky?: boolean;
  readonly children: ReactNode;
}

/** The heading above the rows of attendees. */
export function SectionHead({ id, isSticky = false, children }: SectionHeadProps) {
  return (
    <h3 id={id} data-sticky={isSticky || undefined} className={styles.head}>
      {children}
    </h3>
  );
}

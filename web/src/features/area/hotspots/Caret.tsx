import caretRight from '@phosphor-icons/core/bold/caret-right-bold.svg?raw';
import { Icon } from '../../../platform/icons/Icon.tsx';
import styles from './hotspots.module.css';

/** Shown on an edge chip alone: points to the physical side where the place lies. */
export function Caret() {
  return (
    <span className={styles.caret} aria-hidden="true">
      <Icon svg={caretRight} size={16} />
    </span>
  );
}

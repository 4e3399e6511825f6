import caretRight from '@phosphor-icons/core/bold/caret-right-bold.svg?raw';
import { Icon } from '../../../../platform/icons/Icon.tsx';
import styles from '../hotspots.module.css';

/** Shown on edge chips only: points to the physical side on which the hotspot is. */
export function Caret() {
  return (
    <span className={styles.caret} aria-hidden="true">
      <Icon svg={caretRight} size={16} />
    </span>
  );
}

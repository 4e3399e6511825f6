import heartFill from '@phosphor-icons/core/fill/heart-fill.svg?raw';
import heart from '@phosphor-icons/core/regular/heart.svg?raw';
import { useState } from 'react';
import { useCompactFormat } from '../platform/i18n/useCompactFormat.ts';
import { Icon } from '../platform/icons/Icon.tsx';
import styles from './likeToggle.module.css';

const kinds = {
  quiet: { className: styles.quiet, size: 20 },
  small: { className: `${styles.quiet} ${styles.small}`, size: 16 },
  button: { className: `${styles.button} text-button font-strong`, size: 20 },
} as const;

interface Props {
  /** Accessible name. It says how many likes there are. */
  readonly label: string;
  /** Undefined if no number is shown, for instance before it is known. There is room for one. */
  readonly likes: number | undefined;
  readonly isLiked: boolean;
  readonly onToggle: () => void;
  /** `quiet`: a heart with its number. `small`: the same for a line of actions. `button`: filled for an own like. */
  readonly kind: keyof typeof kinds;
  readonly tabIndex?: number;
}

/** A heart with the number of likes: likes something, or removes the like. */
export function LikeToggle({ label, likes, isLiked, onToggle, kind, tabIndex }: Props) {
  const compact = useCompactFormat();
  const { className, size } = kinds[kind];
  /** The heart moves for a press only, not for a like that was there. */
  const [isPressed, setIsPressed] = useState(false);
  const press = (): void => {
    setIsPressed(!isLiked);
    onToggle();
  };
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={label}
      data-beats={(isPressed && isLiked) || undefined}
      tabIndex={tabIndex}
      onClick={press}
      className={`${styles.like} ${className} press target tabular-nums`}
    >
      <Icon svg={isLiked ? heartFill : heart} size={size} className={styles.heart ?? ''} />
      <span className={styles.count}>{likes !== undefined && compact(likes)}</span>
    </button>
  );
}

import heartFill from '@phosphor-icons/core/fill/heart-fill.svg?raw';
import heart from '@phosphor-icons/core/regular/heart.svg?raw';
import { useState } from 'react';
import { useCompactFormat } from '../../platform/i18n/useCompactFormat.ts';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useLike } from './likes/useLike.ts';
import styles from './likeButton.module.css';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly mediaBoardId: string;
  readonly cardId: string;
  /** Whether the likes of the board are known. Until then there is room for the number. */
  readonly isKnown: boolean;
  /** `grid`: a heart with its number. `card`: a button, filled for an own like. */
  readonly place: 'grid' | 'card';
}

const places = {
  grid: styles.inGrid,
  card: `${styles.inCard} text-button font-strong`,
} as const;

/** The heart of a card: likes it, or removes the like. */
export function LikeButton({ mediaBoardId, cardId, isKnown, place }: Props) {
  const { t } = useTexts();
  const number = useNumberFormat();
  const compact = useCompactFormat();
  const { likes, isLiked, toggle } = useLike(mediaBoardId, cardId);
  /** The heart moves for a press only, not for a like that was there. */
  const [isPressed, setIsPressed] = useState(false);
  const press = (): void => {
    setIsPressed(!isLiked);
    toggle();
  };
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={isKnown ? t('like', { count: likes, number: number(likes) }) : t('likeUnknown')}
      data-beats={(isPressed && isLiked) || undefined}
      onClick={press}
      className={`${styles.like} ${places[place]} press target tabular-nums`}
    >
      <Icon svg={isLiked ? heartFill : heart} size={20} className={styles.heart ?? ''} />
      <span className={styles.count}>{isKnown && compact(likes)}</span>
    </button>
  );
}

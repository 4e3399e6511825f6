import heartFill from '@phosphor-icons/core/fill/heart-fill.svg?raw';
import heart from '@phosphor-icons/core/regular/heart.svg?raw';
import { useState } from 'react';
import { useCompactFormat } from '../../platform/i18n/useCompactFormat.ts';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import type { Card } from './board.ts';
import { useLike } from './likes/useLike.ts';
import styles from './likeButton.module.css';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly mediaBoardId: string;
  readonly card: Card;
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
export function LikeButton({ mediaBoardId, card, isKnown, place }: Props) {
  const { t } = useTexts();
  const number = useNumberFormat();
  const compact = useCompactFormat();
  const { likes, isLiked, toggle } = useLike(mediaBoardId, card.id);
  /** The heart moves for a press only, not for a like that was there. */
  const [isPressed, setIsPressed] = useState(false);
  const press = (): void => {
    setIsPressed(!isLiked);
    toggle();
  };
  const action = isKnown ? t('like', { count: likes, number: number(likes) }) : t('likeUnknown');
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      // The hearts of a grid differ by their cards.
      aria-label={place === 'grid' ? `${action}, ${card.name}` : action}
      data-beats={(isPressed && isLiked) || undefined}
      onClick={press}
      className={`${styles.like} ${places[place]} press target tabular-nums`}
    >
      <Icon svg={isLiked ? heartFill : heart} size={20} className={styles.heart ?? ''} />
      <span className={styles.count}>{isKnown && compact(likes)}</span>
    </button>
  );
}

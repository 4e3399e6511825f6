import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { LikeToggle } from '../../ui/LikeToggle.tsx';
import type { Card } from './board.ts';
import { useLike } from './likes/useLike.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly mediaBoardId: string;
  readonly card: Card;
  /** Whether the likes of the board are known. */
  readonly isKnown: boolean;
  readonly place: 'grid' | 'card';
}

/** The heart of a card. */
export function LikeButton({ mediaBoardId, card, isKnown, place }: Props) {
  const { t } = useTexts();
  const number = useNumberFormat();
  const { likes, isLiked, toggle } = useLike(mediaBoardId, card.id);
  const action = isKnown ? t('like', { count: likes, number: number(likes) }) : t('likeUnknown');
  return (
    <LikeToggle
      // The hearts of a grid differ by their cards.
      label={place === 'grid' ? `${action}, ${card.name}` : action}
      likes={isKnown ? likes : undefined}
      isLiked={isLiked}
      onToggle={toggle}
      kind={place === 'grid' ? 'quiet' : 'button'}
    />
  );
}

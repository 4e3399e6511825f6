import articleIcon from '@phosphor-icons/core/regular/text-align-left.svg?raw';
import playIcon from '@phosphor-icons/core/fill/play-fill.svg?raw';
import { iconOf } from '../media/kindIcons.ts';
import { useTexts as useMediaTexts } from '../media/useTexts.ts';
import type { Card, CardKind } from './board.ts';
import { useTexts } from './useTexts.ts';

/** Returns functions: the name of a kind for one card, and for several of them. */
export function useKindNames(): {
  readonly one: (kind: CardKind) => string;
  readonly several: (kind: CardKind) => string;
} {
  const { t } = useTexts();
  const { t: media } = useMediaTexts();
  return {
    one: (kind) => (kind === 'pdf' || kind === 'text' ? t(`kind.${kind}`) : media(`kind.${kind}`)),
    several: (kind) => (kind === 'pdf' || kind === 'text' ? t(`kinds.${kind}`) : media(`kinds.${kind}`)),
  };
}

export function iconOfCard(card: Card): string {
  if (card.cardKind === 'text') return articleIcon;
  return card.cardKind === 'film' ? playIcon : iconOf(card);
}

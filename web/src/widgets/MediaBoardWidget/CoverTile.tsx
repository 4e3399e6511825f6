import { Icon } from '../../platform/icons/Icon.tsx';
import type { Card } from './board.ts';
import styles from './boardCard.module.css';
import { iconOfCard } from './cardKinds.ts';
import { tileOf } from './tile.ts';

/** Characters of a text that fill a cover. */
const excerptLength = 220;

/** In place of a cover: the beginning of a text, or the sign of what the card has. */
export function CoverTile({ card }: { readonly card: Card }) {
  const { className, style } = tileOf(card.id);
  return (
    <span
      aria-hidden="true"
      className={`${className} absolute inset-0 grid place-items-center`}
      style={style}
    >
      {card.cardKind === 'text' && card.plainDescription !== '' ? (
        <span dir="auto" className={`${styles.excerpt} aligned-with-page title-font`}>
          {card.plainDescription.slice(0, excerptLength)}
        </span>
      ) : (
        <Icon svg={iconOfCard(card)} size={56} />
      )}
    </span>
  );
}

import type { WidgetReference } from '../media/preview/FilmPreview.tsx';
import { Cover } from '../media/Cover.tsx';
import { OpenLink, Preview } from '../media/preview/Preview.tsx';
import type { Card } from './board.ts';
import styles from './cardView.module.css';

interface Props {
  readonly card: Card;
  readonly reference: WidgetReference;
}

/** CSS pixels of the medium on a wide screen. */
const width = 896;

/** What a card has, as large as its place allows. */
export function CardMedium({ card, reference }: Props) {
  if (card.uri !== undefined && card.coverAssetId !== undefined)
    return (
      <div className={styles.link}>
        <Cover item={card} width={width} fallback={null} />
        <div className={`${styles.linkBar} island`}>
          <OpenLink uri={card.uri} />
        </div>
      </div>
    );
  return <Preview item={card} part={{ card: card.id }} reference={reference} className={styles.preview} />;
}

import type { WidgetReference } from '../media/preview/FilmPreview.tsx';
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { Cover } from '../media/Cover.tsx';
import { OpenLink, Preview } from '../media/preview/Preview.tsx';
import type { Card } from './board.ts';
import styles from './cardView.module.css';
import type { OutsideFilmProps } from './OutsideFilm.tsx';

/** Downloaded with the first film on Vimeo. */
const OutsideFilm = lazyOptional<OutsideFilmProps>(() => import('./OutsideFilm.tsx'));

export interface CardMediumProps {
  readonly card: Card;
  readonly active: OutsideFilmProps['active'];
  readonly reference: WidgetReference;
}

/** CSS pixels of the medium on a wide screen. */
const width = 896;

/** What a card has, as large as its place allows. */
export function CardMedium({ card, active, reference }: CardMediumProps) {
  const { uri } = card;
  if (uri !== undefined && card.cardKind === 'film')
    return <OutsideFilm name={card.name} address={uri} active={active} reference={reference} />;
  if (uri !== undefined && card.coverAssetId !== undefined)
    return (
      <div className={styles.link}>
        <Cover item={card} width={width} fallback={null} />
        <div className={`${styles.linkBar} island`}>
          <OpenLink uri={uri} />
        </div>
      </div>
    );
  return <Preview item={card} part={{ card: card.id }} reference={reference} className={styles.preview} />;
}

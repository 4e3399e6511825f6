import { memo, useState, type RefObject } from 'react';
import { remPixels } from '../../platform/remPixels.ts';
import { useElementSize } from '../../platform/useElementSize.ts';
import { LongList } from '../../ui/LongList.tsx';
import type { VirtualListHandle } from '../../ui/VirtualList.tsx';
import { moveFocus } from '../media/moveFocus.ts';
import type { Card } from './board.ts';
import styles from './boardPanel.module.css';
import { CardTile } from './CardTile.tsx';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly cards: readonly Card[];
  readonly mediaBoardId: string;
  readonly newIds: ReadonlySet<string>;
  readonly topRatedIds: ReadonlySet<string>;
  /** Why cards are recommended, by their ids. */
  readonly reasons: ReadonlyMap<string, string>;
  readonly hasLikes: boolean;
  readonly hasDiscussions: boolean;
  readonly onOpen: (id: string) => void;
  /** Null while all cards are rendered. */
  readonly list: RefObject<VirtualListHandle | null>;
}

/** Cards are at least this wide with the space around them, in pixels; four are side by side at most. */
const cellWidthMin = 280;
const columnsMax = 4;
/** Around a card, on each side, in pixels. */
const cellPadding = 8;
/** Below the picture of a card: two lines of its title, its likes, and the space around them. */
const textRem = 5.875;
/** The second line of the reasons. */
const reasonRem = 1.25;

/** More cards at once would stop the page for a moment, and load as many pictures. */
const renderedMax = 120;

export const CardGrid = memo(function CardGrid(props: Props) {
  const { cards, mediaBoardId, newIds, topRatedIds, reasons, hasLikes, hasDiscussions, onOpen, list } = props;
  const { t } = useTexts();
  const { ref, size } = useElementSize();
  const [rem] = useState(remPixels);
  const width = size?.width ?? 0;
  const columns = Math.min(columnsMax, Math.max(1, Math.floor(width / cellWidthMin)));
  const pictureWidth = Math.ceil(width / columns) - 2 * cellPadding;
  const textHeight = (reasons.size > 0 ? textRem + reasonRem : textRem) * rem;
  const rowHeight = Math.ceil((pictureWidth * 10) / 16 + textHeight) + 2 * cellPadding;
  return (
    // The keys of the cards in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={ref}
      role="group"
      aria-label={t('cards')}
      className={styles.grid}
      onKeyDown={(event) =>
        moveFocus(event, {
          columns,
          count: cards.length,
          render: (index) => list.current?.render(index),
        })
      }
    >
      {size && (
        <LongList
          ref={list}
          items={cards}
          keyOf={({ id }) => id}
          columns={columns}
          renderedMax={renderedMax}
          hasNaturalRows
          rowHeight={rowHeight}
          maxHeight="none"
          className={`${styles.scroller} fade-end`}
        >
          {(card, index) => (
            <CardTile
              card={card}
              mediaBoardId={mediaBoardId}
              index={index}
              width={pictureWidth}
              isNew={newIds.has(card.id)}
              isTopRated={topRatedIds.has(card.id)}
              reason={reasons.get(card.id)}
              hasLikes={hasLikes}
              hasDiscussions={hasDiscussions}
              onOpen={onOpen}
            />
          )}
        </LongList>
      )}
    </div>
  );
});

/** A card in the grid of its board. */
import bubbleIcon from '@phosphor-icons/core/regular/chat-circle.svg?raw';
import starIcon from '@phosphor-icons/core/fill/star-fill.svg?raw';
import { memo } from 'react';
import { useCompactFormat } from '../../platform/i18n/useCompactFormat.ts';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { Cover } from '../media/Cover.tsx';
import type { Card } from './board.ts';
import styles from './boardCard.module.css';
import { iconOfCard, useKindNames } from './cardKinds.ts';
import { useCommentCount } from './comments/useCommentCount.ts';
import { CoverTile } from './CoverTile.tsx';
import { LikeButton } from './LikeButton.tsx';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly card: Card;
  readonly mediaBoardId: string;
  /** Its position in what is shown, for the arrow keys. */
  readonly index: number;
  /** CSS pixels of its picture. */
  readonly width: number;
  readonly isNew: boolean;
  readonly isTopRated: boolean;
  /** Why it is recommended; otherwise its tags are shown. */
  readonly reason: string | undefined;
  readonly hasLikes: boolean;
  readonly hasDiscussions: boolean;
  readonly onOpen: (id: string) => void;
}

export const CardTile = memo(function CardTile(props: Props) {
  const { card, mediaBoardId, index, width, isNew, isTopRated, reason, hasLikes, hasDiscussions, onOpen } =
    props;
  const { t } = useTexts();
  const kindName = useKindNames().one(card.cardKind);
  const number = useNumberFormat();
  const compact = useCompactFormat();
  const comments = useCommentCount(mediaBoardId, card.id);
  const label = [card.name, kindName];
  if (isNew) label.push(t('new'));
  if (isTopRated) label.push(t('topRated'));
  if (hasDiscussions && comments !== undefined)
    label.push(t('comments', { count: comments, number: number(comments) }));
  return (
    <div className={styles.cell}>
      <article className={styles.card}>
        <div className={styles.picture}>
          <Cover item={card} width={width} fallback={<CoverTile card={card} />} />
        </div>
        {/* Said by the button. */}
        <div aria-hidden="true" className={styles.marks}>
          <span className={`${styles.mark} ${styles.kind}`}>
            <Icon svg={iconOfCard(card)} size={16} />
            <span className="truncate">{kindName}</span>
          </span>
          {isNew && <span className={`${styles.mark} ${styles.new}`}>{t('new')}</span>}
          {isTopRated && (
            <span className={`${styles.mark} ${styles.topRated}`}>
              <Icon svg={starIcon} size={14} />
              {t('topRated')}
            </span>
          )}
        </div>
        <div className={styles.text}>
          <h3 className={`${styles.title} font-strong`}>
            <button
              type="button"
              data-index={index}
              data-card={card.id}
              aria-label={label.join(', ')}
              onClick={() => onOpen(card.id)}
              className={styles.opener}
            >
              <span dir="auto" title={card.name} className="aligned-with-page line-clamp-2">
                {card.name}
              </span>
            </button>
          </h3>
          <div className={styles.foot}>
            {reason === undefined ? (
              <span className={`${styles.line} truncate`}>
                <Tags tags={card.tags} />
              </span>
            ) : (
              <span className={`${styles.line} line-clamp-2`} title={reason}>
                <bdi>{reason}</bdi>
              </span>
            )}
            <LikeButton mediaBoardId={mediaBoardId} card={card} isKnown={hasLikes} place="grid" />
            {hasDiscussions && (
              // Said by the button that opens the card, which is over it.
              <span aria-hidden="true" className={`${styles.comments} tabular-nums`}>
                <Icon svg={bubbleIcon} size={20} />
                <span>{comments !== undefined && compact(comments)}</span>
              </span>
            )}
          </div>
        </div>
      </article>
    </div>
  );
});

function Tags({ tags }: { readonly tags: readonly string[] }) {
  const line = tags.join(' · ');
  return <bdi title={line}>{line}</bdi>;
}

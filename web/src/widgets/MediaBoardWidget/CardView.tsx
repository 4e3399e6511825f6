/** One card in the whole panel. */
import arrowLeft from '@phosphor-icons/core/regular/arrow-left.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import { useContext, useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { PostFeed } from '../../features/chat/index.ts';
import { track } from '../../platform/analytics/track.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { RichText } from '../../platform/richText/RichText.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { WidgetSubject } from '../host/widgetSubject.ts';
import { ItemSteps } from '../media/ItemSteps.tsx';
import type { ItemStep } from '../media/useItemStep.ts';
import { usePanelEscape } from '../panel/panelEscape.ts';
import type { Card } from './board.ts';
import { iconOfCard, useKindNames } from './cardKinds.ts';
import { CardMedium, type CardMediumProps } from './CardMedium.tsx';
import styles from './cardView.module.css';
import { LikeButton } from './LikeButton.tsx';
import { ShareButton } from './ShareButton.tsx';
import { tileOf } from './tile.ts';
import { useTexts } from './useTexts.ts';

interface Props extends CardMediumProps {
  /** Those that previous and next lead to; one of them is `card`. */
  readonly cards: readonly Card[];
  readonly mediaBoardId: string;
  readonly isNew: boolean;
  readonly hasLikes: boolean;
  /** Shows the discussion of the card beside or below it. */
  readonly hasDiscussion: boolean;
  readonly onStep: ItemStep;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

export function CardView(props: Props) {
  const { card, cards, mediaBoardId, isNew, hasLikes, hasDiscussion, active, reference } = props;
  const { onStep, onBack, onClose } = props;
  const { t } = useTexts();
  const { t: common } = useTranslation('widgets');
  const kindNames = useKindNames();
  const subject = useContext(WidgetSubject);
  useEffect(() => track('contentCard', 'open', { ...subject, card: card.id }), [subject, card.id]);
  usePanelEscape(onBack);
  const view = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const medium = useRef<HTMLDivElement>(null);
  const discussion = useRef<HTMLElement>(null);
  const discussionId = useId();
  // After a click in the grid, which becomes inert. A PDF takes the focus from the view around it.
  useEffect(() => {
    const focused = document.activeElement;
    if (!focused || !view.current?.contains(focused)) view.current?.focus({ preventScroll: true });
  }, []);
  const step: ItemStep = (by) => {
    const isShown = onStep(by);
    if (isShown)
      for (const scroller of [view.current, content.current])
        scroller?.scrollTo({ top: 0, behavior: 'instant' });
    return isShown;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.target as HTMLElement;
    // Players, pages and pictures have keys of their own, and so have the discussion and what opens over the card.
    const hasOwnKeys = [medium, discussion].some(({ current }) => current?.contains(target));
    if (hasOwnKeys || !event.currentTarget.contains(target)) return;
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    step((event.key === 'ArrowRight') === isRtl ? -1 : 1);
  };
  const isText = card.cardKind === 'text';
  const tile = tileOf(card.id);
  const title = (
    // In place of the title of the panel.
    <h2 dir="auto" className={`${styles.title} aligned-with-page title-font`}>
      {card.name}
    </h2>
  );
  const text = card.description !== '' && <RichText html={card.description} className={styles.text ?? ''} />;
  return (
    // The arrow keys show the previous and the next card.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={view}
      tabIndex={-1}
      data-kind={card.cardKind}
      data-discussion={hasDiscussion || undefined}
      className={styles.view}
      aria-label={card.name}
      onKeyDown={onKeyDown}
    >
      <div className={styles.head}>
        <IconButton svg={arrowLeft} mirror label={t('back')} onClick={onBack} />
        <ItemSteps
          item={card}
          items={cards}
          labels={{ previous: t('previous'), next: t('next') }}
          onStep={step}
          className={styles.position ?? ''}
        />
        <IconButton svg={xIcon} label={common('panel.close')} onClick={onClose} />
      </div>
      <div ref={content} className={styles.content}>
        {/* A publication may give a card another medium. */}
        <div
          ref={medium}
          key={[card.id, card.cardKind, card.asset?.id, card.uri].join(' ')}
          className={styles.medium}
        >
          {isText ? (
            <div className={`${styles.reading} ${tile.className}`} style={tile.style}>
              <div className={styles.column}>
                {title}
                {text}
              </div>
            </div>
          ) : (
            <CardMedium card={card} active={active} reference={reference} />
          )}
        </div>
        <div className={styles.details}>
          {!isText && title}
          <ul className={styles.tags}>
            <li>
              <Tag>
                <Icon svg={iconOfCard(card)} size={16} />
                {kindNames.one(card.cardKind)}
              </Tag>
            </li>
            {isNew && (
              <li>
                <Tag className="text-primary-text">{t('new')}</Tag>
              </li>
            )}
            {card.tags.map((tag) => (
              <li key={tag}>
                <Tag>
                  <bdi title={tag} className="truncate">
                    {tag}
                  </bdi>
                </Tag>
              </li>
            ))}
          </ul>
          <div className={styles.actions}>
            <LikeButton
              key={card.id}
              mediaBoardId={mediaBoardId}
              card={card}
              isKnown={hasLikes}
              place="card"
            />
            <ShareButton key={`share ${card.id}`} cardId={card.id} />
          </div>
          {!isText && text}
        </div>
      </div>
      {hasDiscussion && (
        <section ref={discussion} aria-labelledby={discussionId} className={styles.discussion}>
          <h3 id={discussionId} className={`${styles.discussionTitle} title-font`}>
            {t('discussion')}
          </h3>
          <PostFeed key={card.id} place={{ mediaBoardId, contentPieceId: card.id }} />
        </section>
      )}
    </section>
  );
}

import cardsIcon from '@phosphor-icons/core/regular/cards-three.svg?raw';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { useMedia } from '../../platform/media.ts';
import { useAreaNavigation, useWidgetPart } from '../../platform/navigation/areaNavigation.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { Statement } from '../../ui/Statement.tsx';
import type { VirtualListHandle } from '../../ui/VirtualList.tsx';
import { PanelAside } from '../panel/panelAside.tsx';
import { useNewItems } from '../registry/useNewItems.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { useItemStep } from '../media/useItemStep.ts';
import {
  canHaveTopRated,
  existingFilter,
  selectCards,
  topRated,
  type Card,
  type Filter,
  type Order,
  type Ranking,
} from './board.ts';
import styles from './boardPanel.module.css';
import { BoardToolbar } from './BoardToolbar.tsx';
import { CardGrid } from './CardGrid.tsx';
import { CardView } from './CardView.tsx';
import { useCommentCounts } from './comments/useCommentCounts.ts';
import { useMediaBoardLikes } from './likes/useMediaBoardLikes.ts';
import { useNewLikes } from './likes/useNewLikes.ts';
import { LikesProblem } from './LikesProblem.tsx';
import { NothingFound } from './NothingFound.tsx';
import { useBoard } from './useBoard.ts';
import { useRanking } from './useRanking.ts';
import { useReasons } from './useReasons.ts';
import { useRecommendations } from './useRecommendations.ts';
import { useTexts } from './useTexts.ts';

type Props = Pick<WidgetProps<'MediaBoardWidget'>, 'widget' | 'configuration' | 'areaId' | 'close'>;

const noFilter: Filter = { view: 'all', kind: undefined, tag: undefined, typed: '' };
const noReasons: ReadonlyMap<string, string> = new Map();

const isSame = (a: readonly Card[], b: readonly Card[]): boolean =>
  a.length === b.length && a.every((card, at) => card === b[at]);

/** The opened board: its cards, or over them one of them, which the URL names. */
export function BoardPanel({ widget, configuration, areaId, close }: Props) {
  const { t } = useTexts();
  const number = useNumberFormat();
  const { language } = useLanguage();
  const isPhone = useMedia('phone');
  const { mediaBoardId, recommendations: recommends = false, search = false } = configuration;
  const hasDiscussions = configuration.liveDiscussion === true;
  const board = useBoard(configuration);
  const { cards, byId } = board;
  const newIds = useNewItems({ widget, configuration });
  const hasTopRated = configuration.topRated === true && canHaveTopRated(cards);

  const { status, retry } = useMediaBoardLikes(mediaBoardId);
  useCommentCounts(mediaBoardId, hasDiscussions);
  const { ranking, current, refresh } = useRanking(mediaBoardId, status);
  const { recommendations, readAgain } = useRecommendations(mediaBoardId, recommends);
  const recommended = useMemo(
    // The server recommends cards of all widgets with the board; this one may have others.
    () => recommendations.map(({ contentPieceId }) => contentPieceId).filter((id) => byId.has(id)),
    [recommendations, byId],
  );
  const reasons = useReasons(recommendations, byId);

  const [chosen, setFilter] = useState(noFilter);
  const filter = useMemo(
    () => existingFilter(chosen, board, { hasSearch: search, hasForYou: recommends, hasTopRated }),
    [chosen, board, search, recommends, hasTopRated],
  );
  const [order, setOrder] = useState<Order>('default');
  /** Whatever the user changes orders the cards by the likes of this moment. */
  const change = (next: Filter): void => {
    refresh();
    if (next.view === 'forYou' && filter.view !== 'forYou') readAgain();
    setFilter(next);
  };
  // Typing and choosing stay quick: a long board follows when the browser has time.
  const deferred = useDeferredValue(filter);
  const deferredOrder = useDeferredValue(order);
  const select = useCallback(
    (by: Ranking) =>
      selectCards(board, { filter: deferred, order: deferredOrder, ranking: by, recommended, language }),
    [board, deferred, deferredOrder, recommended, language],
  );
  const shown = useMemo(() => select(ranking), [select, ranking]);
  const isViewOfLikes = deferred.view === 'topRated' || deferred.view === 'liked';
  const isByLikes = deferredOrder === 'likes' || isViewOfLikes;
  const isOutdated = status === 'ready' && isByLikes && !isSame(select(current), shown);
  const topRatedIds = useMemo(
    () => new Set(hasTopRated ? topRated(cards, ranking).map(({ id }) => id) : []),
    [hasTopRated, cards, ranking],
  );

  /** Without the likes it is not known whether a view of them is empty. */
  const isUnknown = isViewOfLikes && status !== 'ready' && shown.length === 0;

  const { openPart, closePart } = useAreaNavigation();
  // Apart from the task of the click or of Back, which changes the URL and renders the page.
  const openId = useDeferredValue(useWidgetPart().card);
  const opened = openId === undefined ? undefined : byId.get(openId);
  // A card of a link may not be among those that are shown.
  const steps = opened === undefined || shown.includes(opened) ? shown : cards;
  const step = useItemStep('card', steps);
  const main = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualListHandle>(null);
  useReturnedFocus(main, opened?.id, (id) => {
    // The filter may have changed before Forward opened the card again.
    const at = shown.findIndex((card) => card.id === id);
    if (at >= 0) list.current?.render(at);
  });
  const open = useCallback((card: string) => void openPart({ card }), [openPart]);
  /** For buttons that disappear when they are pressed. */
  const focusPanel = (): void => main.current?.closest<HTMLElement>('[data-dialog]')?.focus();

  if (cards.length === 0)
    return <Statement svg={cardsIcon} level={3} title={t('empty')} text={t('emptyText')} />;
  const searchField = (
    <SearchField
      label={t('search', { count: cards.length, number: number(cards.length) })}
      typed={filter.typed}
      onType={(typed) => change({ ...filter, typed })}
      className={isPhone ? (styles.search ?? '') : 'ms-auto w-70 min-w-0 shrink'}
    />
  );
  return (
    <>
      {/* It stays rendered below a card, with its scroll position. */}
      <div ref={main} className={styles.main} inert={opened !== undefined}>
        {openId !== undefined && !opened && (
          <p
            role="status"
            className="mx-2 mb-2 rounded-field bg-info-fill px-3.5 py-2 text-caption text-info"
          >
            {t('unknown')}
          </p>
        )}
        {search && (isPhone ? searchField : !opened && <PanelAside>{searchField}</PanelAside>)}
        <BoardToolbar
          board={board}
          filter={filter}
          onFilter={change}
          hasForYou={recommended.length > 0}
          hasTopRated={hasTopRated}
          likedCount={status === 'ready' ? cards.filter(({ id }) => current.liked.has(id)).length : undefined}
          order={order}
          onOrder={(next) => {
            refresh();
            setOrder(next);
          }}
          onRefresh={
            isOutdated
              ? () => {
                  focusPanel();
                  refresh();
                }
              : undefined
          }
        />
        <NewLikes mediaBoardId={mediaBoardId} />
        {status === 'failed' && (
          <LikesProblem
            onRetry={() => {
              focusPanel();
              retry();
            }}
          />
        )}
        <span role="status" className="sr-only">
          {deferred === noFilter || isUnknown
            ? ''
            : t('found', { count: shown.length, number: number(shown.length) })}
        </span>
        {shown.length === 0 ? (
          !isUnknown && (
            <NothingFound
              filter={deferred}
              onReset={() => {
                focusPanel();
                change(noFilter);
              }}
            />
          )
        ) : (
          <CardGrid
            cards={shown}
            mediaBoardId={mediaBoardId}
            newIds={newIds}
            topRatedIds={topRatedIds}
            reasons={deferred.view === 'forYou' ? reasons : noReasons}
            hasLikes={status === 'ready'}
            hasDiscussions={hasDiscussions}
            onOpen={open}
            list={list}
          />
        )}
      </div>
      {opened && (
        <CardView
          card={opened}
          cards={steps}
          isNew={newIds.has(opened.id)}
          mediaBoardId={mediaBoardId}
          hasLikes={status === 'ready'}
          hasDiscussion={hasDiscussions}
          active={{ widget, configuration }}
          reference={{ areaId, widgetId: widget.id, configId: configuration.id }}
          onStep={step}
          onBack={() => void closePart()}
          onClose={close}
        />
      )}
    </>
  );
}

/** Says that there are new likes, rarely and together. */
function NewLikes({ mediaBoardId }: { readonly mediaBoardId: string }) {
  const { t } = useTexts();
  const number = useNumberFormat();
  const news = useNewLikes(mediaBoardId);
  return (
    <span role="status" className="sr-only">
      {news && <span key={news.key}>{t('likesNew', { count: news.count, number: number(news.count) })}</span>}
    </span>
  );
}

/** Returns the focus to the card in the grid that was opened last, when it is closed. */
function useReturnedFocus(
  main: RefObject<HTMLElement | null>,
  openedId: string | undefined,
  render: (id: string) => void,
): void {
  const last = useRef<string>(undefined);
  const latest = useRef(render);
  useEffect(() => {
    latest.current = render;
  });
  useEffect(() => {
    const closedId = last.current;
    last.current = openedId;
    if (openedId !== undefined || closedId === undefined) return;
    const find = (): HTMLElement | null | undefined =>
      main.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(closedId)}"]`);
    if (!find()) latest.current(closedId);
    (find() ?? main.current?.closest<HTMLElement>('[data-dialog]'))?.focus();
  }, [main, openedId]);
}

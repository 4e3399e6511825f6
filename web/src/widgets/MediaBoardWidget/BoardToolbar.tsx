import caretDown from '@phosphor-icons/core/bold/caret-down-bold.svg?raw';
import arrowsClockwise from '@phosphor-icons/core/regular/arrows-clockwise.svg?raw';
import heart from '@phosphor-icons/core/regular/heart.svg?raw';
import sortIcon from '@phosphor-icons/core/regular/sort-ascending.svg?raw';
import sparkle from '@phosphor-icons/core/regular/sparkle.svg?raw';
import star from '@phosphor-icons/core/regular/star.svg?raw';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { Select } from '../../ui/Select.tsx';
import { useTexts as useMediaTexts } from '../media/useTexts.ts';
import { isNarrowed, orders, withView, type Board, type Filter, type Order, type View } from './board.ts';
import styles from './boardPanel.module.css';
import { useKindNames } from './cardKinds.ts';
import { ChipRow, RowChip } from './ChipRow.tsx';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly board: Board;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly hasForYou: boolean;
  readonly hasTopRated: boolean;
  /** Undefined until it is known. */
  readonly likedCount: number | undefined;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  /** Undefined while the order is up to date. */
  readonly onRefresh: (() => void) | undefined;
}

interface ViewChip {
  readonly view: View;
  readonly svg?: string;
  readonly count?: number | undefined;
}

/** The views, kinds and tags in one line, and the order at its end. */
export function BoardToolbar(props: Props) {
  const { board, filter, onFilter, hasForYou, hasTopRated, likedCount, order, onOrder, onRefresh } = props;
  const { t } = useTexts();
  const { t: media } = useMediaTexts();
  const number = useNumberFormat();
  const kindNames = useKindNames();
  const chips: readonly ViewChip[] = [
    { view: 'all', count: board.cards.length },
    ...(hasForYou || filter.view === 'forYou' ? [{ view: 'forYou', svg: sparkle } as const] : []),
    ...(hasTopRated ? [{ view: 'topRated', svg: star } as const] : []),
    { view: 'liked', svg: heart, count: likedCount },
  ];
  const orderText = t(`order.${order}`);
  return (
    <div className={styles.toolbar}>
      <ChipRow label={t('filters')}>
        <div role="group" aria-label={t('views')} className={styles.chips}>
          {chips.map(({ view, svg, count }) => (
            <RowChip
              key={view}
              pressed={view === 'all' ? !isNarrowed(filter) : filter.view === view}
              onPressedChange={() => onFilter(withView(filter, view))}
            >
              {svg !== undefined && <Icon svg={svg} size={18} />}
              {t(`view.${view}`)}
              {count !== undefined && <span className="tabular-nums font-normal">{number(count)}</span>}
            </RowChip>
          ))}
        </div>
        {board.kinds.length > 1 && (
          <div role="group" aria-label={media('kindFilter')} className={styles.chips}>
            {board.kinds.map((kind) => (
              <RowChip
                key={kind}
                pressed={filter.kind === kind}
                onPressedChange={(pressed) => onFilter({ ...filter, kind: pressed ? kind : undefined })}
              >
                {kindNames.several(kind)}
              </RowChip>
            ))}
          </div>
        )}
        {board.tags.length > 0 && (
          <div role="group" aria-label={t('tags')} className={styles.chips}>
            {board.tags.map((tag) => (
              <RowChip
                key={tag}
                pressed={filter.tag === tag}
                onPressedChange={(pressed) => onFilter({ ...filter, tag: pressed ? tag : undefined })}
              >
                <bdi title={tag} className={`${styles.tag} truncate`}>
                  {tag}
                </bdi>
              </RowChip>
            ))}
          </div>
        )}
      </ChipRow>
      {onRefresh && (
        <button
          type="button"
          onClick={onRefresh}
          aria-label={t('refresh')}
          title={t('refresh')}
          className="press target text-small-button font-strong hover:bg-raised inline-flex h-9 shrink-0 items-center gap-2 rounded-full px-3"
        >
          <Icon svg={arrowsClockwise} size={18} />
        </button>
      )}
      <Select
        label={`${t('sort')}: ${orderText}`}
        value={order}
        options={orders.map((value) => ({ value, label: t(`order.${value}`) }))}
        onChange={onOrder}
        trigger={
          <button
            type="button"
            className="press target text-small-button font-strong hover:bg-raised inline-flex h-9 shrink-0 items-center gap-2 rounded-full px-3"
          >
            <Icon svg={sortIcon} size={18} />
            <span aria-hidden="true" className="max-tablet:hidden">
              {orderText}
            </span>
            <Icon svg={caretDown} size={14} className="max-tablet:hidden" />
          </button>
        }
      />
    </div>
  );
}

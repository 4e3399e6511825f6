import caretDown from '@phosphor-icons/core/bold/caret-down-bold.svg?raw';
import sortIcon from '@phosphor-icons/core/regular/arrows-down-up.svg?raw';
import listIcon from '@phosphor-icons/core/regular/list-bullets.svg?raw';
import coversIcon from '@phosphor-icons/core/regular/squares-four.svg?raw';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import { useTexts as useMediaTexts } from '../media/useTexts.ts';
import { orders, type Filter, type KindCount, type Order } from './library.ts';
import styles from './libraryPanel.module.css';
import { useTexts } from './useTexts.ts';

type Layout = 'list' | 'covers';

interface Props {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly kindCounts: readonly KindCount[];
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
}

export function LibraryToolbar(props: Props) {
  const { filter, onFilter, kindCounts, order, onOrder, layout, onLayout } = props;
  const { t } = useTexts();
  const { t: media } = useMediaTexts();
  const number = useNumberFormat();
  return (
    <div className={styles.toolbar}>
      <SearchField
        label={t('search')}
        typed={filter.typed}
        onType={(typed) => onFilter({ ...filter, typed })}
        className="min-w-30 flex-1"
      />
      <Select
        label={`${t('sort')}: ${t(`order.${order}`)}`}
        value={order}
        options={orders.map((value) => ({ value, label: t(`order.${value}`) }))}
        onChange={onOrder}
        trigger={
          <button
            type="button"
            className="press text-small-button font-strong hover:bg-raised inline-flex h-11 items-center gap-2 rounded-full px-3"
          >
            <Icon svg={sortIcon} size={18} />
            <span aria-hidden="true" className="max-tablet:hidden">
              {t(`order.${order}`)}
            </span>
            <Icon svg={caretDown} size={14} className="max-tablet:hidden" />
          </button>
        }
      />
      <Segments
        label={t('view')}
        value={layout}
        onChange={onLayout}
        labelClassName="hidden"
        className="h-11!"
        segments={[
          { value: 'list', label: t('list'), icon: <Icon svg={listIcon} size={18} /> },
          { value: 'covers', label: t('covers'), icon: <Icon svg={coversIcon} size={18} /> },
        ]}
      />
      {(kindCounts.length > 1 || filter.kind !== undefined) && (
        <div role="group" aria-label={media('kindFilter')} className={styles.kinds}>
          {kindCounts.map(({ kind, count }) => (
            <Chip
              key={kind}
              pressed={filter.kind === kind}
              onPressedChange={(pressed) => onFilter({ ...filter, kind: pressed ? kind : undefined })}
            >
              {media(`kinds.${kind}`)}
              <span className="tabular-nums font-normal">{number(count)}</span>
            </Chip>
          ))}
        </div>
      )}
    </div>
  );
}

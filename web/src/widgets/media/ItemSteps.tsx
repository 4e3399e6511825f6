import caretLeft from '@phosphor-icons/core/regular/caret-left.svg?raw';
import caretRight from '@phosphor-icons/core/regular/caret-right.svg?raw';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { MediaItem } from './mediaItem.ts';
import type { ItemStep } from './useItemStep.ts';
import { useTexts } from './useTexts.ts';

interface Props<T extends MediaItem> {
  readonly item: T;
  /** Those that the buttons lead to; one of them is `item`. */
  readonly items: readonly T[];
  readonly labels: { readonly previous: string; readonly next: string };
  readonly onStep: ItemStep;
  /** Of the position. */
  readonly className: string;
}

/** The position of the shown item among the others, and the buttons for the previous and the next one. */
export function ItemSteps<T extends MediaItem>({ item, items, labels, onStep, className }: Props<T>) {
  const { t } = useTexts();
  const number = useNumberFormat();
  const at = items.indexOf(item);
  const step = (by: 1 | -1) => ({
    'aria-disabled': !items[at + by],
    className: 'aria-disabled:text-ink-3',
    onClick: () => void onStep(by),
  });
  return (
    <>
      {/* Announces the item that the buttons have shown. */}
      <span role="status" className={`text-caption text-ink-2 tabular-nums ${className}`}>
        <bdi className="sr-only">{item.name}</bdi>{' '}
        {t('position', { at: number(at + 1), total: number(items.length) })}
      </span>
      <IconButton svg={caretLeft} mirror label={labels.previous} {...step(-1)} />
      <IconButton svg={caretRight} mirror label={labels.next} {...step(1)} />
    </>
  );
}

import { memo, useId, useRef, useState } from 'react';
import { remPixels } from '../../platform/remPixels.ts';
import { useElementSize } from '../../platform/useElementSize.ts';
import { LongList } from '../../ui/LongList.tsx';
import type { VirtualListHandle } from '../../ui/VirtualList.tsx';
import { EntryCover, EntryRow } from './EntryItem.tsx';
import type { Entry } from './library.ts';
import styles from './libraryPanel.module.css';
import { moveFocus } from '../media/moveFocus.ts';
import type { Selection } from './selection.ts';
import { useEntryLine } from './useEntryLine.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly entries: readonly Entry[];
  readonly layout: 'list' | 'covers';
  readonly selection: Selection;
  readonly onOpen: (id: string) => void;
  readonly onChoose: (id: string, isRange: boolean) => void;
}

const rowRem = 4;
/** Covers are at least this wide, in pixels. */
const coverWidthMin = 160;
/** Around a cover, on each side, in pixels. */
const coverPadding = 12;
/** Below the picture of a cover: padding, two lines of the name, and what it is. */
const coverTextRem = 4.125;

/** More rows at once would stop the page for a moment, and more covers would load as many pictures. */
const renderedMax = 200;

export const EntryList = memo(function EntryList({ entries, layout, selection, onOpen, onChoose }: Props) {
  const { t } = useTexts();
  // Once for all entries: it subscribes to the language, and creates formatters.
  const lineOf = useEntryLine();
  const hintId = useId();
  const { ref, size } = useElementSize();
  const list = useRef<VirtualListHandle>(null);
  const width = size?.width ?? 0;
  const columns = layout === 'list' ? 1 : Math.max(1, Math.floor(width / coverWidthMin));
  const pictureWidth = Math.ceil(width / columns) - 2 * coverPadding;
  const [rem] = useState(remPixels);
  const rowHeight =
    layout === 'list'
      ? rowRem * rem
      : Math.ceil((pictureWidth * 10) / 16 + coverTextRem * rem) + 2 * coverPadding;
  return (
    // The keys of the entries in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={ref}
      role="group"
      aria-label={t('entries')}
      aria-describedby={hintId}
      className={styles.list}
      onKeyDown={(event) =>
        moveFocus(event, {
          columns,
          count: entries.length,
          render: (index) => list.current?.render(index),
        })
      }
    >
      <span id={hintId} hidden>
        {t('rowHint')}
      </span>
      {size && (
        <LongList
          ref={list}
          items={entries}
          keyOf={({ id }) => id}
          columns={columns}
          renderedMax={renderedMax}
          rowHeight={rowHeight}
          maxHeight="none"
          className={`${styles.scroller} fade-end h-full overflow-y-auto overscroll-contain`}
        >
          {(entry, index) => {
            const item = {
              entry,
              index,
              line: lineOf(entry),
              isChosen: selection.has(entry.id),
              onOpen,
              onChoose,
            };
            return layout === 'list' ? <EntryRow {...item} /> : <EntryCover {...item} width={pictureWidth} />;
          }}
        </LongList>
      )}
    </div>
  );
});

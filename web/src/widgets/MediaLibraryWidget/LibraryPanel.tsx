import books from '@phosphor-icons/core/regular/books.svg?raw';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { useAreaNavigation, useWidgetPart } from '../../platform/navigation/areaNavigation.ts';
import { Statement } from '../../ui/Statement.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { useItemStep } from '../media/useItemStep.ts';
import { EntryList } from './EntryList.tsx';
import { EntryView } from './EntryView.tsx';
import { FolderList } from './FolderList.tsx';
import { countKinds, filterEntries, type Entry, type Filter, type Library, type Order } from './library.ts';
import styles from './libraryPanel.module.css';
import { LibraryToolbar } from './LibraryToolbar.tsx';
import { NothingFound } from './NothingFound.tsx';
import { chooseRange, existing, toggle, toggleAll, type Selection } from './selection.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useLibrary, useOrderedEntries } from './useLibrary.ts';
import { useTexts } from './useTexts.ts';

type Props = Pick<WidgetProps<'MediaLibraryWidget'>, 'widget' | 'configuration' | 'areaId'>;

const noFilter: Filter = { folderId: undefined, kind: undefined, typed: '' };

/** The opened library: its list, or over it one of its entries, which the URL names. */
export function LibraryPanel({ widget, configuration, areaId }: Props) {
  const { t } = useTexts();
  const number = useNumberFormat();
  const library = useLibrary(configuration);
  const { entries, byId } = library;
  const [filter, setFilter] = useState(noFilter);
  const [order, setOrder] = useState<Order>('file');
  const [layout, setLayout] = useState<'list' | 'covers'>('list');
  // Typing stays quick: a long list follows when the browser has time.
  const deferred = useDeferredValue(filter);
  const deferredLayout = useDeferredValue(layout);
  const ordered = useOrderedEntries(entries, useDeferredValue(order));
  const shown = useMemo(() => filterEntries(ordered, deferred), [ordered, deferred]);
  const { folderId, typed } = deferred;
  const kindCounts = useMemo(() => countKinds(entries, { folderId, typed }), [entries, folderId, typed]);
  const { selection, choose, chooseAll, clear } = useSelection(library, shown);

  const { openPart, closePart } = useAreaNavigation();
  const { medium: openId } = useWidgetPart();
  const opened = openId === undefined ? undefined : byId.get(openId);
  // An entry of a link may not be among those that are shown.
  const steps = opened === undefined || shown.includes(opened) ? shown : ordered;
  const step = useItemStep('medium', steps);
  const main = useRef<HTMLDivElement>(null);
  useReturnedFocus(main, opened?.id);
  const open = useCallback((medium: string) => void openPart({ medium }), [openPart]);

  if (entries.length === 0)
    return <Statement svg={books} level={3} title={t('empty')} text={t('emptyText')} />;
  return (
    <div className={styles.library}>
      {/* It stays rendered below an entry, with its scroll position. */}
      <div ref={main} className={styles.main} inert={opened !== undefined}>
        {openId !== undefined && !opened && (
          <p
            role="status"
            className="col-span-full mx-3 mb-2.5 rounded-field bg-info-fill px-3.5 py-2 text-caption text-info"
          >
            {t('unknown')}
          </p>
        )}
        <LibraryToolbar
          filter={filter}
          onFilter={setFilter}
          kindCounts={kindCounts}
          order={order}
          onOrder={setOrder}
          layout={layout}
          onLayout={setLayout}
        />
        <span role="status" className="sr-only">
          {deferred.typed.trim() === ''
            ? ''
            : t('found', { count: shown.length, number: number(shown.length) })}
        </span>
        {library.folders.length > 1 && (
          <FolderList
            folders={library.folders}
            total={entries.length}
            chosenId={filter.folderId}
            onChoose={(folderId) => setFilter((before) => ({ ...before, folderId, kind: undefined }))}
          />
        )}
        <div className={styles.content}>
          {shown.length === 0 ? (
            <NothingFound filter={deferred} onFilter={setFilter} />
          ) : (
            <>
              <SelectionBar
                library={library}
                shown={shown}
                selection={selection}
                folderId={filter.folderId}
                subject={{ widget, areaId }}
                onChooseAll={chooseAll}
                onClear={clear}
              />
              <EntryList
                entries={shown}
                layout={deferredLayout}
                selection={selection}
                onOpen={open}
                onChoose={choose}
              />
            </>
          )}
        </div>
      </div>
      {opened && (
        <EntryView
          entry={opened}
          entries={steps}
          library={{ areaId, widgetId: widget.id, configId: configuration.id }}
          subject={{ widget, areaId }}
          onStep={step}
          onBack={() => void closePart()}
        />
      )}
    </div>
  );
}

/** The files that are chosen. They stay chosen while others are shown. */
function useSelection(library: Library, shown: readonly Entry[]) {
  const [chosen, setSelection] = useState<Selection>(new Set());
  const selection = useMemo(() => existing(chosen, library), [chosen, library]);
  const last = useRef<string>(undefined);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  }, [shown]);
  const choose = useCallback((id: string, isRange: boolean) => {
    const from = last.current;
    last.current = id;
    setSelection((before) =>
      isRange && from !== undefined
        ? chooseRange(before, latest.current, { from, to: id })
        : toggle(before, id),
    );
  }, []);
  return {
    selection,
    choose,
    chooseAll: () => setSelection((before) => toggleAll(before, shown)),
    clear: () => {
      last.current = undefined;
      setSelection(new Set());
    },
  };
}

/** Returns the focus to the entry in the list that was opened last, when it is closed. */
function useReturnedFocus(main: RefObject<HTMLElement | null>, openedId: string | undefined): void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    const closedId = last.current;
    last.current = openedId;
    if (openedId !== undefined || closedId === undefined) return;
    const entry = main.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(closedId)}"]`);
    (entry ?? main.current?.closest<HTMLElement>('[data-dialog]'))?.focus({ preventScroll: true });
  }, [main, openedId]);
}

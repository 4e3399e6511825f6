import caretDown from '@phosphor-icons/core/regular/caret-down.svg?raw';
import caretUp from '@phosphor-icons/core/regular/caret-up.svg?raw';
import { useEffect, useRef, useState } from 'react';
import { useNumberFormat } from '../i18n/useNumberFormat.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import type { Found, PagesView } from './pagesView.ts';
import styles from './pdf.module.css';
import { useTexts } from './useTexts.ts';

interface PdfSearchProps {
  readonly view: PagesView;
  readonly found: Found;
  /** Called by Escape. The button that opened the search closes it too. */
  readonly close: () => void;
}

/** Searches the text of the document, and shows which occurrence of how many is on the page. */
export function PdfSearch({ view, found: { phase, current, total }, close }: PdfSearchProps) {
  const { t } = useTexts();
  const number = useNumberFormat();
  const [typed, setTyped] = useState('');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector('input')?.focus();
    return () => view.endSearch();
  }, [view]);
  const status = {
    idle: '',
    searching: t('search.searching'),
    none: t('search.none'),
    found: total > 0 ? t('search.count', { current: number(current), total: number(total) }) : '',
  }[phase];
  const hasResults = typed !== '' && total > 0;
  const go = (direction: 1 | -1): void => {
    if (typed !== '') view.searchNext(direction);
  };
  return (
    <div ref={place} className={styles.toolbar}>
      <SearchField
        label={t('search.open')}
        typed={typed}
        onType={(text) => {
          setTyped(text);
          view.search(text);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            // The dialog around the viewer stays open.
            event.stopPropagation();
            close();
          } else if (event.key === 'Enter') {
            event.preventDefault();
            go(event.shiftKey ? -1 : 1);
          }
        }}
        aria-invalid={phase === 'none' || undefined}
        className="min-w-24 flex-1"
      />
      <span role="status" className="min-w-20 text-center text-caption tabular-nums">
        {status}
      </span>
      <div className="flex items-center">
        <IconButton
          svg={caretUp}
          label={t('search.previous')}
          aria-disabled={!hasResults || undefined}
          onClick={() => go(-1)}
          className="aria-disabled:text-ink-3"
        />
        <IconButton
          svg={caretDown}
          label={t('search.next')}
          aria-disabled={!hasResults || undefined}
          onClick={() => go(1)}
          className="aria-disabled:text-ink-3"
        />
      </div>
    </div>
  );
}

/** A PDF with its controls, while it loads, when it is open, and after a failure. */
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { useStore, type StoreApi } from 'zustand';
import { runAfter } from '../time/timers.ts';
import { useElementSize } from '../useElementSize.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { flattenOutline, type OutlineRow } from './outline.ts';
import type { OpenedPdf, PdfState } from './openAttempt.ts';
import type { PagesState, PagesTexts, PagesView } from './pagesView.ts';
import { useRetryOnline } from '../useRetryOnline.ts';
import styles from './pdf.module.css';
import { PdfFailed } from './PdfFailed.tsx';
import { PdfOutline } from './PdfOutline.tsx';
import { PdfPassword } from './PdfPassword.tsx';
import { PdfSearch } from './PdfSearch.tsx';
import { PdfToolbar, type PdfToolbarProps } from './PdfToolbar.tsx';
import { printRangeOf, usePrint, type Printing } from './usePrint.ts';
import { useTexts } from './useTexts.ts';

/** A narrower viewer has the controls of phones. Pixels. */
const narrowWidth = 640;

/** Pages that the user only scrolls past are not reported: browsers limit how often an address may change. */
const restMs = 400;

/** A document that opens faster is not announced. */
const announcementMs = 500;

export interface PdfContentProps {
  readonly state: PdfState;
  readonly loadRest: () => void;
  /** Of the document. */
  readonly name: string;
  /** The page to begin with, and to go to when it changes. */
  readonly page: number;
  readonly onPageChange: (page: number) => void;
  readonly download?: () => void;
  readonly retry: () => void;
}

export default function PdfContent(props: PdfContentProps) {
  const { state, name, download, retry } = props;
  const { ref, size } = useElementSize();
  const isNarrow = size !== undefined && size.width < narrowWidth;
  return (
    <>
      <LoadingAnnouncement isLoading={state.phase === 'loading'} name={name} />
      {state.phase === 'failed' ? (
        <div className="flex h-full min-h-0 flex-col">
          <PdfFailed kind={state.kind} name={name} retry={retry} download={download} />
        </div>
      ) : (
        <Viewer {...props} state={state} measure={ref} isNarrow={isNarrow} />
      )}
    </>
  );
}

/** Announces a document that takes a while to open. Screen readers do not read a region that is mounted with its text. */
function LoadingAnnouncement({ isLoading, name }: { readonly isLoading: boolean; readonly name: string }) {
  const { t } = useTexts();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => runAfter(announcementMs, () => setIsLong(true)), []);
  return <VisuallyHidden role="status">{isLoading && isLong && t('loading', { name })}</VisuallyHidden>;
}

interface LoadingProps {
  readonly state: Extract<PdfState, { phase: 'loading' }>;
  readonly name: string;
}

function Loading({ state: { share, password }, name }: LoadingProps) {
  const { t } = useTexts();
  return (
    <>
      <progress
        aria-label={t('loading', { name })}
        {...(share > 0 && share < 1 && { value: share })}
        className={`${styles.progress} fade-in`}
      />
      <div className="min-h-0 flex-1 overflow-hidden">
        <Skeleton className={styles.skeleton ?? ''} />
      </div>
      {password && <PdfPassword request={password} name={name} />}
    </>
  );
}

interface ViewerProps extends PdfContentProps {
  readonly state: Exclude<PdfState, { phase: 'failed' }>;
  readonly measure: (element: HTMLElement | null) => (() => void) | undefined;
  readonly isNarrow: boolean;
}

function usePagesTexts(): PagesTexts {
  const { t } = useTexts();
  return {
    page: (page) => t('pageNumber', { page }),
    pageFailed: (page) => t('pageFailed', { page }),
    internalLink: t('link.inside'),
    externalLink: ({ kind, name }) => t(`link.${kind}`, { name }),
    note: t('note'),
  };
}

/** Moves the focus to the pages when something around them has it, such as the dialog: keys work at once. */
function receiveFocus(pages: HTMLElement): () => void {
  const pass = (): void => {
    const { activeElement } = document;
    const isAround =
      activeElement !== pages && activeElement !== document.body && activeElement?.contains(pages);
    if (isAround) pages.focus({ preventScroll: true });
  };
  // The dialog that asked for the password had the focus, which is nowhere now.
  if (document.activeElement === document.body) pages.focus({ preventScroll: true });
  else pass();
  document.addEventListener('focusin', pass);
  return () => document.removeEventListener('focusin', pass);
}

interface PagesProps {
  readonly opened: OpenedPdf;
  /** Of the document. */
  readonly name: string;
  /** The page to begin with. */
  readonly page: number;
  /** Called when the element is mounted. */
  readonly onView: (view: PagesView) => void;
}

/** The element into which the pages are drawn. */
function Pages({ opened: { engine, pdf }, name, page, onView }: PagesProps) {
  const texts = usePagesTexts();
  // Of the first rendering: the pages stay when the user scrolls to another one.
  const [ref] = useState(() => (container: HTMLDivElement) => {
    const isSmall = matchMedia('(pointer: coarse)').matches;
    const { document } = pdf;
    const shown = engine.showPages({ container, document, page, fit: 'width', isSmall, texts });
    onView(shown);
    const endFocus = receiveFocus(container);
    return () => {
      endFocus();
      shown.close();
    };
  });
  return (
    <div
      ref={ref}
      role="region"
      aria-label={name}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the pages are scrolled with the arrow keys
      tabIndex={0}
      className={`${styles.pages} absolute inset-0 overflow-auto`}
    >
      <div className="pdfViewer" />
    </div>
  );
}

function useOutline(opened: OpenedPdf | undefined): readonly OutlineRow[] {
  const [rows, setRows] = useState<readonly OutlineRow[]>([]);
  useEffect(() => {
    let isCurrent = true;
    // A document whose outline cannot be read is shown without one.
    opened?.pdf.document.getOutline().then(
      (items: Parameters<typeof flattenOutline>[0] | null) =>
        isCurrent && setRows(flattenOutline(items ?? [])),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [opened]);
  return rows;
}

/** Reports the page when the user has stayed on it for a moment, and goes to a page that is requested from outside. */
function usePageInSync(view: PagesView | undefined, page: number, report: (page: number) => void): void {
  const onRest = useEffectEvent(report);
  /** What is known outside. */
  const known = useRef(page);
  useEffect(() => {
    if (!view || page === known.current) return;
    known.current = page;
    view.goTo(page);
  }, [view, page]);
  useEffect(() => {
    if (!view) return undefined;
    let cancel = (): void => undefined;
    const end = view.state.subscribe(({ page: shown }, before) => {
      if (shown === before.page) return;
      cancel();
      cancel = runAfter(restMs, () => {
        if (shown === known.current) return;
        known.current = shown;
        onRest(shown);
      });
    });
    return () => {
      end();
      cancel();
    };
  }, [view]);
}

const isField = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('input, textarea, select');

/** One component while the document is loading and when it is open, because the controls take long to mount. */
function Viewer(props: ViewerProps) {
  const { state, name, isNarrow, loadRest, download, measure } = props;
  const opened = state.phase === 'open' ? state.opened : undefined;
  const isIncomplete = state.phase === 'open' && state.isIncomplete;
  /** Undefined until the pages are mounted. */
  const [view, setView] = useState<PagesView>();
  const outline = useOutline(opened);
  const { printing, print, end: endPrinting } = usePrint(opened);
  const [isOutlineOpen, setIsOutlineOpen] = useState(false);
  const [isSearchOpen, setIsSearchOpen] = useState(false);
  usePageInSync(view, props.page, props.onPageChange);
  useRetryOnline(isIncomplete, loadRest);

  const closeSearch = (): void => {
    setIsSearchOpen(false);
    view?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!view) return;
    const { key, ctrlKey, metaKey, altKey, currentTarget, target } = event;
    // Events of menus and sheets also arrive here.
    if (!currentTarget.contains(target as Node)) return;
    const isFind = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'f';
    if (isFind) {
      setIsSearchOpen(true);
      currentTarget.querySelector<HTMLElement>('input[type="search"]')?.focus();
    } else if (key === 'Escape' && isSearchOpen) closeSearch();
    else if (ctrlKey || metaKey || altKey || isField(target) || !runKey(view, key)) return;
    event.preventDefault();
    // Otherwise Escape would also close the dialog around the viewer.
    event.stopPropagation();
  };
  return (
    // Keys work wherever the focus is in the viewer.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={measure} className="flex h-full min-h-0 flex-col" onKeyDown={onKeyDown}>
      <Toolbar
        view={view}
        isNarrow={isNarrow}
        toggleOutline={outline.length > 0 ? () => setIsOutlineOpen(!isOutlineOpen) : undefined}
        isOutlineOpen={isOutlineOpen}
        toggleSearch={() => (isSearchOpen ? closeSearch() : setIsSearchOpen(true))}
        isSearchOpen={isSearchOpen}
        print={print}
        download={download}
      />
      {isSearchOpen && view && <Search view={view} close={closeSearch} />}
      {state.phase === 'open' ? (
        <div className="flex min-h-0 flex-1">
          {isOutlineOpen && view && (
            <PdfOutline
              rows={outline}
              goToPlace={view.goToPlace}
              close={() => setIsOutlineOpen(false)}
              isNarrow={isNarrow}
            />
          )}
          <div className="relative min-w-0 flex-1">
            <Pages opened={state.opened} name={name} page={props.page} onView={setView} />
            <Notices
              isIncomplete={isIncomplete}
              loadRest={loadRest}
              printing={printing}
              endPrinting={endPrinting}
            />
          </div>
        </div>
      ) : (
        <Loading state={state} name={name} />
      )}
    </div>
  );
}

/** @returns whether the viewer uses this key */
function runKey(view: PagesView, key: string): boolean {
  const actions: Readonly<Record<string, () => void>> = {
    PageDown: () => view.turn(1),
    PageUp: () => view.turn(-1),
    Home: () => view.goTo(1),
    End: () => view.goTo(view.state.getState().pages),
    '+': () => view.zoom(1),
    '=': () => view.zoom(1),
    '-': () => view.zoom(-1),
  };
  const action = actions[key];
  action?.();
  return action !== undefined;
}

type ReadableStore<T> = Pick<StoreApi<T>, 'getState' | 'getInitialState' | 'subscribe'>;

type ToolbarProps = Omit<PdfToolbarProps, 'state' | 'print'> & {
  readonly print: ReturnType<typeof usePrint>['print'];
};

/** Of a document that is loading. */
const loadingState: ReadableStore<PagesState | undefined> = {
  getState: () => undefined,
  getInitialState: () => undefined,
  subscribe: () => () => undefined,
};

/** Rendered again with every page, unlike the viewer around it. */
function Toolbar({ view, print, ...rest }: ToolbarProps) {
  const { t } = useTexts();
  const state = useStore<ReadableStore<PagesState | undefined>>(view?.state ?? loadingState);
  const printAction = (): PdfToolbarProps['print'] => {
    if (!state) return undefined;
    const range = printRangeOf(state.page, state.pages);
    const { from, to, isPart } = range;
    return { label: isPart ? t('printPart', { from, to }) : t('print'), run: () => print(range) };
  };
  return <PdfToolbar {...rest} view={view} state={state} print={printAction()} />;
}

function Search({ view, close }: { readonly view: PagesView; readonly close: () => void }) {
  const found = useStore(view.state, (state) => state.found);
  return <PdfSearch view={view} found={found} close={close} />;
}

interface NoticesProps {
  readonly isIncomplete: boolean;
  readonly loadRest: () => void;
  readonly printing: Printing | undefined;
  readonly endPrinting: () => void;
}

/** Lines over the lower edge of the pages. */
function Notices({ isIncomplete, loadRest, printing, endPrinting }: NoticesProps) {
  const { t } = useTexts();
  return (
    <div className="pointer-events-none absolute inset-x-3 bottom-3 flex flex-col items-center gap-2">
      {isIncomplete && (
        <div role="alert" className={`${styles.notice} island`}>
          <span>{t('incomplete')}</span>
          <Button size="small" onClick={loadRest}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
      {printing && (
        <div role="status" className={`${styles.notice} island`}>
          <span>{printing.phase === 'failed' ? t('printFailed') : <Preparing {...printing} />}</span>
          <Button size="small" kind="quiet" onClick={endPrinting}>
            {t(printing.phase === 'failed' ? 'close' : 'cancel')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Preparing({ page, range: { from, to, isPart } }: Extract<Printing, { phase: 'preparing' }>) {
  const { t } = useTexts();
  return (
    <>
      {t('printing', { page, to })}
      {isPart && <span className="block text-caption text-ink-2">{t('printingPart', { from, to })}</span>}
    </>
  );
}

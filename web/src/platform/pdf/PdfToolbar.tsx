/** The controls above the pages. In a narrow viewer, the less frequent ones are in a menu. */
import arrowClockwise from '@phosphor-icons/core/regular/arrow-clockwise.svg?raw';
import fitWidthIcon from '@phosphor-icons/core/regular/arrows-out-line-horizontal.svg?raw';
import caretDown from '@phosphor-icons/core/regular/caret-down.svg?raw';
import caretUp from '@phosphor-icons/core/regular/caret-up.svg?raw';
import dotsThree from '@phosphor-icons/core/regular/dots-three-vertical.svg?raw';
import downloadIcon from '@phosphor-icons/core/regular/download-simple.svg?raw';
import fitPageIcon from '@phosphor-icons/core/regular/frame-corners.svg?raw';
import listBullets from '@phosphor-icons/core/regular/list-bullets.svg?raw';
import magnifyingGlass from '@phosphor-icons/core/regular/magnifying-glass.svg?raw';
import minus from '@phosphor-icons/core/regular/minus.svg?raw';
import plus from '@phosphor-icons/core/regular/plus.svg?raw';
import printer from '@phosphor-icons/core/regular/printer.svg?raw';
import { useState } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { useNumberFormat, usePercentFormat } from '../i18n/useNumberFormat.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './pdf.module.css';
import { parsePageNumber } from './pageNumber.ts';
import type { PagesState, PagesView } from './pagesView.ts';
import { useTexts } from './useTexts.ts';
import { maxScale, minScale } from './zoomSteps.ts';

export interface PdfToolbarProps {
  /** Undefined while the document is loading. */
  readonly view: PagesView | undefined;
  readonly state: PagesState | undefined;
  readonly isNarrow: boolean;
  /** Undefined while the document is loading, and for one without an outline. */
  readonly toggleOutline: (() => void) | undefined;
  readonly isOutlineOpen: boolean;
  readonly toggleSearch: () => void;
  readonly isSearchOpen: boolean;
  /** Undefined while the document is loading. */
  readonly print: { readonly label: string; readonly run: () => void } | undefined;
  readonly download: (() => void) | undefined;
}

interface Action {
  readonly key: string;
  readonly svg: string;
  readonly label: string;
  readonly run: () => void;
  /** A state that can be on. */
  readonly isOn?: boolean;
  readonly isOff?: boolean;
}

/** Not `disabled`: a disabled button would lose the focus after the click that reaches the limit. */
const limitStyle = 'aria-disabled:text-ink-3 aria-pressed:bg-ink/14';

function ActionButton({ svg, label, run, isOn, isOff = false }: Action) {
  return (
    <IconButton
      svg={svg}
      label={label}
      title={label}
      aria-pressed={isOn}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && run()}
      className={limitStyle}
    />
  );
}

/** The number of the page, which can be typed. */
function PageField({ page, pages, goTo }: { page: number; pages: number; goTo: (page: number) => void }) {
  const { t } = useTexts();
  const number = useNumberFormat();
  /** What the user has typed; undefined: the field shows the page. */
  const [typed, setTyped] = useState<string>();
  const submit = (): void => {
    const wanted = parsePageNumber(typed ?? '');
    setTyped(undefined);
    if (wanted !== undefined) goTo(wanted);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex items-center gap-1.5 px-1 text-caption"
    >
      <input
        aria-label={t('page')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={typed ?? String(page)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={submit}
        className={styles.pageField}
      />
      <span className="whitespace-nowrap tabular-nums">{t('ofPages', { pages: number(pages) })}</span>
    </form>
  );
}

export function PdfToolbar(props: PdfToolbarProps) {
  const { view, state, isNarrow, toggleOutline, isOutlineOpen, toggleSearch, isSearchOpen } = props;
  const { print, download } = props;
  const { t } = useTexts();
  const percent = usePercentFormat();
  const { page = 1, pages = 1, scale, fit } = state ?? {};
  const isLoading = view === undefined;

  const turns: readonly Action[] = [
    {
      key: 'previous',
      svg: caretUp,
      label: t('previousPage'),
      run: () => view?.goTo(page - 1),
      isOff: isLoading || page <= 1,
    },
    {
      key: 'next',
      svg: caretDown,
      label: t('nextPage'),
      run: () => view?.goTo(page + 1),
      isOff: isLoading || page >= pages,
    },
  ];
  const zoomOut: Action = {
    key: 'zoomOut',
    svg: minus,
    label: t('zoomOut'),
    run: () => view?.zoom(-1),
    isOff: scale === undefined || scale <= minScale,
  };
  const zoomIn: Action = {
    key: 'zoomIn',
    svg: plus,
    label: t('zoomIn'),
    run: () => view?.zoom(1),
    isOff: scale === undefined || scale >= maxScale,
  };
  const views: readonly Action[] = [
    {
      key: 'fitWidth',
      svg: fitWidthIcon,
      label: t('fitWidth'),
      run: () => view?.setFit('width'),
      isOn: fit === 'width',
      isOff: isLoading,
    },
    {
      key: 'fitPage',
      svg: fitPageIcon,
      label: t('fitPage'),
      run: () => view?.setFit('page'),
      isOn: fit === 'page',
      isOff: isLoading,
    },
    { key: 'rotate', svg: arrowClockwise, label: t('rotate'), run: () => view?.rotate(), isOff: isLoading },
  ];
  const files: readonly Action[] = [
    { key: 'print', svg: printer, label: t('print'), run: () => undefined, isOff: isLoading, ...print },
    ...(download ? [{ key: 'download', svg: downloadIcon, label: t('download'), run: download }] : []),
  ];
  const search: Action = {
    key: 'search',
    svg: magnifyingGlass,
    label: t('search.open'),
    run: toggleSearch,
    isOn: isSearchOpen,
    isOff: isLoading,
  };
  return (
    <div role="group" aria-label={t('toolbar')} className={styles.toolbar}>
      <div className="flex flex-1 items-center">
        <ActionButton
          key="outline"
          svg={listBullets}
          label={t('contents')}
          run={() => toggleOutline?.()}
          isOn={isOutlineOpen}
          isOff={!toggleOutline}
        />
        {!isNarrow && turns.map((action) => <ActionButton {...action} key={action.key} />)}
        {view ? (
          <PageField page={page} pages={pages} goTo={view.goTo} />
        ) : (
          <Skeleton className="mx-1 h-9 w-14" />
        )}
      </div>
      {!isNarrow && (
        <div className="flex items-center">
          <ActionButton {...zoomOut} />
          <output className="min-w-13 text-center text-caption tabular-nums">
            {scale !== undefined && percent(scale)}
          </output>
          <ActionButton {...zoomIn} />
          {views.map((action) => (
            <ActionButton {...action} key={action.key} />
          ))}
        </div>
      )}
      <div className={`flex items-center justify-end ${isNarrow ? '' : 'flex-1'}`}>
        <ActionButton {...search} />
        {!isNarrow && files.map((action) => <ActionButton {...action} key={action.key} />)}
        {isNarrow && isLoading && (
          <ActionButton key="more" svg={dotsThree} label={t('more')} run={() => undefined} isOff />
        )}
        {isNarrow && !isLoading && (
          <Menu
            label={t('more')}
            trigger={<IconButton svg={dotsThree} label={t('more')} />}
            entries={[...turns, zoomIn, zoomOut, ...views, ...files].map(
              ({ key, svg, label, run, isOn, isOff }) => ({
                key,
                icon: <Icon svg={svg} />,
                label,
                run,
                ...(isOn !== undefined && { checked: isOn }),
                ...(isOff !== undefined && { disabled: isOff }),
              }),
            )}
          />
        )}
      </div>
    </div>
  );
}

import caretLeft from '@phosphor-icons/core/bold/caret-left-bold.svg?raw';
import caretRight from '@phosphor-icons/core/bold/caret-right-bold.svg?raw';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type CSSProperties } from 'react';
import { useMedia } from '../../platform/media.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useTexts as useZoomTexts } from '../../ui/zoomablePicture/useTexts.ts';
import { ZoomControls } from '../../ui/zoomablePicture/ZoomControls.tsx';
import zoomableStyles from '../../ui/zoomablePicture/zoomablePicture.module.css';
import { requestWidth, transformOf } from '../../ui/zoomablePicture/zoomedView.ts';
import { useTrackAccess } from '../host/widgetSubject.ts';
import { BookPage } from './BookPage.tsx';
import { proportionsOf, spreadIn, type Spread } from './layout.ts';
import styles from './openBook.module.css';
import { pagesWith, type Turn } from './pages.ts';
import { useBookFrame } from './useBookFrame.ts';
import { useBookPage } from './useBookPage.ts';
import type { BookPageInfo } from './useBookPages.ts';
import { usePagesAhead } from './usePagesAhead.ts';
import { useTurning, type Turning } from './useTurning.ts';
import { useTexts } from './useTexts.ts';

/** The room for two pages: beside a wide side panel they would be too small. */
const minDoubleWidth = 720;
/** Pages after the shown ones that are fetched before the user turns to them. */
const pagesAhead = 4;

interface Props {
  readonly name: string;
  readonly pages: readonly BookPageInfo[];
}

/** The open book: one page, or two on wide screens, that can be turned and zoomed. */
export function OpenBook({ name, pages }: Props) {
  const { t } = useTexts();
  const { t: zoomText } = useZoomTexts();
  const count = pages.length;
  const [page, setPage] = useBookPage(count);
  const { frame, setFrame, size, room } = useBookFrame();
  const isNarrow = useMedia('small');
  const isDouble = !isNarrow && count > 1 && (room?.width ?? 0) >= minDoubleWidth;
  const layout = isDouble ? 'double' : 'single';
  const shown = pagesWith(page, count, layout).flatMap((number) => pages[number - 1] ?? []);
  const spread = spreadIn(size, shown, layout);
  const turning = useTurning({ page, count, layout }, setPage, frame, spread?.viewport);

  useTrackPages(assetIdsOf(shown));
  const last = shown.at(-1)?.number ?? page;
  usePagesAhead(assetIdsOf(pages.slice(last, last + pagesAhead)), spread?.sizes[0]?.width);

  const turn = useTurn(page);
  const hintId = useId();
  const { width, ratio } = useMemo(() => proportionsOf(pages), [pages]);
  const pagesAcross = isDouble ? 2 : 1;
  const shape = { '--picture-width': width * pagesAcross, '--picture-ratio': ratio * pagesAcross };
  return (
    <figure className="px-3 pb-3">
      <div
        ref={setFrame}
        {...{ role: 'group', tabIndex: 0, 'aria-label': name, 'aria-describedby': hintId }}
        data-zooms
        className={`${zoomableStyles.frame} ${styles.frame} bg-ground/40 relative overflow-hidden rounded-card`}
        style={shape as CSSProperties}
      >
        {spread && (
          // Each position has an element of its own, so that each turn is animated, also while another one is.
          <SpreadPages key={shown[0]?.number} pages={shown} spread={spread} turning={turning} turn={turn} />
        )}
        <ZoomControls zoom={turning.zoom} maxZoom={spread?.viewport.maxZoom ?? 1} />
      </div>
      <p id={hintId} className="sr-only">
        {count > 1 && `${t('hint')} `}
        {zoomText('hint')}
      </p>
      <TurnControls first={shown[0]?.number ?? page} last={last} count={count} turning={turning} />
    </figure>
  );
}

const assetIdsOf = (pages: readonly BookPageInfo[]): string[] =>
  pages.flatMap(({ asset }) => asset?.id ?? []);

/** Counts the access to each page when it is first shown. */
function useTrackPages(assetIds: readonly string[]): void {
  const trackAccess = useEffectEvent(useTrackAccess());
  const tracked = useRef(new Set<string>());
  const key = assetIds.join(' ');
  useEffect(() => {
    for (const assetId of key.split(' ').filter(Boolean)) {
      if (!tracked.current.has(assetId)) trackAccess(assetId);
      tracked.current.add(assetId);
    }
  }, [key]);
}

/** The last turn, undefined until the page has changed. */
function useTurn(page: number): Turn | undefined {
  const [last, setLast] = useState<{ readonly page: number; readonly turn?: Turn }>({ page });
  if (last.page !== page) setLast({ page, turn: page > last.page ? 'next' : 'previous' });
  return last.turn;
}

interface SpreadPagesProps {
  readonly pages: readonly BookPageInfo[];
  readonly spread: Spread;
  readonly turning: Turning;
  readonly turn: Turn | undefined;
}

/** The pages that are shown together. */
function SpreadPages({ pages, spread, turning: { zoom, offset }, turn }: SpreadPagesProps) {
  const { viewport, sizes } = spread;
  return (
    <div
      className={`${zoomableStyles.moved} ${styles.spread}`}
      data-turn={turn}
      data-dragging={zoom.isDragging}
      style={{
        ...viewport.rest,
        transform: `translateX(${offset}px) ${transformOf(zoom.view, viewport)}`,
      }}
    >
      {pages.map((page, index) => {
        const size = sizes[index] ?? viewport.rest;
        return (
          <BookPage
            key={`${page.number} ${page.asset?.id}`}
            page={page}
            size={size}
            width={requestWidth(size.width, zoom.view.zoom)}
          />
        );
      })}
    </div>
  );
}

interface TurnControlsProps {
  /** The shown pages. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly turning: Turning;
}

/** "Page 3 of 24" between the buttons that turn; a book of one page has none. */
function TurnControls({ first, last, count, turning: { targets, show } }: TurnControlsProps) {
  const { t } = useTexts();
  const button = (turn: Turn) => (
    <IconButton
      svg={turn === 'next' ? caretRight : caretLeft}
      label={t(turn)}
      mirror
      // Not `disabled`: a disabled button would lose the focus after the click that reaches the end.
      aria-disabled={targets[turn] === undefined}
      className="bg-raised aria-disabled:text-ink-3"
      onClick={() => show(targets[turn])}
    />
  );
  return (
    <div role="group" aria-label={t('turning')} className="flex items-center justify-center gap-2 pt-3">
      {count > 1 && button('previous')}
      <output aria-live="polite" className="text-caption min-w-36 text-center tabular-nums">
        {first === last
          ? t('position', { page: first, total: count })
          : t('positions', { first, last, total: count })}
      </output>
      {count > 1 && button('next')}
    </div>
  );
}

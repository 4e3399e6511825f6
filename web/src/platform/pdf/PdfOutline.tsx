import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import type { CSSProperties } from 'react';
import { Drawer } from '../../ui/Drawer.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LongList } from '../../ui/LongList.tsx';
import { externalLink } from './externalLink.ts';
import type { OutlineRow } from './outline.ts';
import styles from './pdf.module.css';
import { useTexts } from './useTexts.ts';

interface PdfOutlineProps {
  readonly rows: readonly OutlineRow[];
  readonly goToPlace: (place: string | readonly unknown[]) => void;
  readonly close: () => void;
  /** A sheet instead of a column beside the pages. */
  readonly isNarrow: boolean;
}

/** Pixels of a row. */
const rowHeight = 44;

function Row({ row, choose }: { readonly row: OutlineRow; readonly choose: PdfOutlineProps['goToPlace'] }) {
  const { t } = useTexts();
  const { title, dest, url, depth } = row;
  const style = { '--depth': depth } as CSSProperties;
  // The indentation shows the levels: titles of the other direction begin there too.
  const name = (
    <span dir="auto" className="aligned-with-page min-w-0 flex-1 truncate">
      {title}
    </span>
  );
  if (dest !== null)
    return (
      <button
        type="button"
        title={title}
        style={style}
        onClick={() => choose(dest)}
        className={styles.outlineRow}
      >
        {name}
      </button>
    );
  const link = url === null ? undefined : externalLink(url);
  // An entry without a place is a heading.
  if (!link)
    return (
      <span title={title} style={style} className={`${styles.outlineRow} text-ink-2`}>
        {name}
      </span>
    );
  return (
    <a
      href={link.href}
      title={link.href}
      aria-label={`${title}: ${t(`link.${link.kind}`, { name: link.name })}`}
      {...(link.kind === 'web' && { target: '_blank' })}
      rel="noopener noreferrer"
      style={style}
      className={`${styles.outlineRow} underline`}
    >
      {name}
    </a>
  );
}

/** The outline of the document: beside the pages, or in a narrow viewer as a sheet that closes after a choice. */
export function PdfOutline({ rows, goToPlace, close, isNarrow }: PdfOutlineProps) {
  const { t } = useTexts();
  const choose: PdfOutlineProps['goToPlace'] = (place) => {
    if (isNarrow) close();
    goToPlace(place);
  };
  const content = (
    <>
      <div className="flex shrink-0 items-center ps-5 pe-3 pt-2">
        <h3 className="title-font flex-1 text-section">{t('contents')}</h3>
        <IconButton svg={xIcon} label={t('closeContents')} onClick={close} />
      </div>
      <div className={`p-2 ${isNarrow ? 'h-[70dvh]' : 'min-h-0 flex-1'}`}>
        <LongList
          items={rows}
          keyOf={({ id }) => id}
          rowHeight={rowHeight}
          maxHeight="none"
          className="h-full overflow-y-auto"
        >
          {(row) => <Row row={row} choose={choose} />}
        </LongList>
      </div>
    </>
  );
  if (!isNarrow)
    return (
      <nav
        aria-label={t('contents')}
        className="flex min-h-0 w-[280px] flex-none flex-col border-e border-line"
      >
        {content}
      </nav>
    );
  return (
    <Drawer
      id="pdf-outline"
      open
      onOpenChange={(open) => !open && close()}
      title={t('contents')}
      side="bottom"
    >
      {content}
    </Drawer>
  );
}

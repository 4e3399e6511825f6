/** One entry in the list or among the covers. */
import playIcon from '@phosphor-icons/core/fill/play-fill.svg?raw';
import arrowSquareOut from '@phosphor-icons/core/regular/arrow-square-out.svg?raw';
import { memo, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useTrackAccess } from '../host/widgetSubject.ts';
import { Cover } from '../media/Cover.tsx';
import { iconOf } from '../media/kindIcons.ts';
import { isDownloadable } from '../media/mediaItem.ts';
import { useTexts as useMediaTexts } from '../media/useTexts.ts';
import type { Entry } from './library.ts';
import styles from './libraryEntry.module.css';
import { useTexts } from './useTexts.ts';

export interface EntryItemProps {
  readonly entry: Entry;
  /** What it is, and how large or where it leads. */
  readonly line: string;
  /** Its position in what is shown, for the arrow keys. */
  readonly index: number;
  readonly isChosen: boolean;
  readonly onOpen: (id: string) => void;
  /** @param isRange chooses all from the entry that was chosen before */
  readonly onChoose: (id: string, isRange: boolean) => void;
}

export const EntryRow = memo(function EntryRow(props: EntryItemProps) {
  const { entry, line, isChosen } = props;
  return (
    <div className={styles.row} data-chosen={isChosen || undefined}>
      <ChooseBox {...props} />
      <EntryOpener {...props} className={`${styles.rowOpener} text-start`}>
        <span className={styles.tile}>
          <Icon svg={iconOf(entry)} size={22} />
        </span>
        <span className="min-w-0 flex-1">
          {/* Two lines on phones, where the description is missing. */}
          <span
            dir="auto"
            title={entry.name}
            className="aligned-with-page text-name font-strong tablet:line-clamp-1 line-clamp-2 [overflow-wrap:anywhere]"
          >
            {entry.name}
          </span>
          <span className="text-caption text-ink-2 flex min-w-0 gap-1.5">
            <span className="shrink-0">{line}</span>
            {entry.description !== '' && (
              <bdi className="text-ink-3 min-w-0 truncate max-tablet:hidden">{entry.description}</bdi>
            )}
          </span>
        </span>
      </EntryOpener>
    </div>
  );
});

export const EntryCover = memo(function EntryCover({
  width,
  ...props
}: EntryItemProps & { readonly width: number }) {
  const { entry, line, isChosen } = props;
  return (
    <div className={styles.cover} data-chosen={isChosen || undefined}>
      <EntryOpener {...props} className={`${styles.coverOpener} text-start`}>
        <span className={styles.picture}>
          <Cover
            item={entry}
            width={width}
            fallback={<Icon svg={iconOf(entry)} size={36} className="text-ink-2" />}
          />
          {entry.kind === 'film' && <Icon svg={playIcon} className={`${styles.film} text-ink`} />}
        </span>
        <span className="block px-1.5 pt-2">
          <span
            dir="auto"
            className="aligned-with-page text-name font-strong line-clamp-2 [overflow-wrap:anywhere]"
          >
            {entry.name}
          </span>
          <span className="text-caption text-ink-2 block truncate">{line}</span>
        </span>
      </EntryOpener>
      <ChooseBox {...props} />
    </div>
  );
});

/** Not in the tab order: the space key does the same on the entry, which halves the stops of a long list. */
function ChooseBox({ entry, isChosen, onChoose }: EntryItemProps) {
  const { t } = useTexts();
  if (!isDownloadable(entry)) return <span className={styles.checkPlace} />;
  return (
    <span className={styles.checkPlace}>
      <input
        type="checkbox"
        tabIndex={-1}
        className={styles.check}
        aria-label={t('choose', { name: entry.name })}
        checked={isChosen}
        onChange={({ nativeEvent }) =>
          onChoose(entry.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </span>
  );
}

type OpenerProps = Omit<EntryItemProps, 'line'> & {
  readonly className: string;
  readonly children: ReactNode;
};

/** A button that opens a file here, or the link itself. */
function EntryOpener({ entry, index, isChosen, onOpen, onChoose, className, children }: OpenerProps) {
  const { t } = useTexts();
  const { t: media } = useMediaTexts();
  const trackAccess = useTrackAccess();
  const common = { 'data-index': index, 'data-entry': entry.id, className: `${className} press` };
  if (entry.uri !== undefined) {
    return (
      <a {...common} href={entry.uri} target="_blank" rel="noopener noreferrer" onClick={() => trackAccess()}>
        {children}
        <span className="sr-only">({media('newTab')})</span>
        <Icon svg={arrowSquareOut} size={18} className={`text-ink-2 ${styles.out}`} />
      </a>
    );
  }
  const canChoose = isDownloadable(entry);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || !canChoose) return;
    event.preventDefault();
    onChoose(entry.id, event.shiftKey);
  };
  return (
    <button
      {...common}
      type="button"
      onClick={() => onOpen(entry.id)}
      onKeyDown={onKeyDown}
      // Browsers click a button when the space key is released.
      onKeyUp={(event) => event.key === ' ' && canChoose && event.preventDefault()}
    >
      {children}
      {isChosen && <span className="sr-only">({t('isChosen')})</span>}
    </button>
  );
}

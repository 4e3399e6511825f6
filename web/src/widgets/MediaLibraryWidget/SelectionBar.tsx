import downloadIcon from '@phosphor-icons/core/regular/download-simple.svg?raw';
import { archiveMedia } from '@foyer/contract/limits';
import { useMemo } from 'react';
import { useFormatBytes } from '../../platform/i18n/useFormatBytes.ts';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { Button } from '../../ui/Button.tsx';
import { isDownloadable } from '../media/mediaItem.ts';
import { useTexts as useMediaTexts } from '../media/useTexts.ts';
import type { Entry, Library } from './library.ts';
import entryStyles from './libraryEntry.module.css';
import styles from './libraryPanel.module.css';
import { choiceOf, filesToDownload, summaryOf, type Selection } from './selection.ts';
import { useDownloadActions, type DownloadSubject } from './useDownloadActions.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly library: Library;
  readonly shown: readonly Entry[];
  readonly selection: Selection;
  /** Of the filter. */
  readonly folderId: string | undefined;
  readonly subject: DownloadSubject;
  readonly onChooseAll: () => void;
  readonly onClear: () => void;
}

/** How much is chosen, or else there, and the button that downloads it. Nothing in a library of links. */
export function SelectionBar(props: Props) {
  const { library, shown, selection, folderId, subject, onChooseAll, onClear } = props;
  const { t } = useTexts();
  const { t: media } = useMediaTexts();
  const bytes = useFormatBytes();
  const number = useNumberFormat();
  const { isBusy, downloadFile, downloadArchive } = useDownloadActions(subject);
  const files = useMemo(() => filesToDownload(library, selection, shown), [library, selection, shown]);
  const choice = useMemo(() => choiceOf(library, files), [library, files]);
  const shownFiles = useMemo(() => shown.filter(isDownloadable), [shown]);
  if (files.length === 0) return null;

  const isChosen = selection.size > 0;
  const chosenShown = shownFiles.filter(({ id }) => selection.has(id)).length;
  const summary = summaryOf(files);
  const amount = { count: summary.files, number: number(summary.files), size: bytes(summary.bytes) };
  const download = (): void => {
    if (choice.kind === 'file') void downloadFile(choice.entry);
    else if (choice.kind === 'archive') {
      const { folder, media } = choice;
      void downloadArchive({ ...(folder !== undefined && { folder }), ...(media && { media }) });
    }
  };
  const labelOf = (): string => {
    if (isChosen || choice.kind !== 'archive') return media('download');
    if (choice.media || (choice.folder ?? folderId) !== folderId) return t('downloadFound');
    return t(folderId === undefined ? 'downloadAll' : 'downloadFolder');
  };
  return (
    <div className={styles.bar}>
      <input
        type="checkbox"
        className={`${entryStyles.check} me-2`}
        aria-label={t('chooseAll')}
        disabled={shownFiles.length === 0}
        checked={chosenShown > 0 && chosenShown === shownFiles.length}
        ref={(box) => {
          if (box) box.indeterminate = chosenShown > 0 && chosenShown < shownFiles.length;
        }}
        onChange={onChooseAll}
      />
      <span role="status" className="text-caption text-ink-2 min-w-0 flex-[1_1_4.5rem]">
        {choice.kind === 'tooMany'
          ? t('tooMany', { max: archiveMedia })
          : t(isChosen ? 'chosen' : 'files', amount)}
      </span>
      {isChosen && (
        <Button kind="text" size="small" onClick={onClear}>
          {t('clear')}
        </Button>
      )}
      {choice.kind !== 'tooMany' && (
        <Button
          kind={isChosen ? 'secondary' : 'quiet'}
          size="small"
          busy={isBusy}
          icon={<Icon svg={downloadIcon} size={18} />}
          onClick={download}
        >
          {labelOf()}
        </Button>
      )}
    </div>
  );
}

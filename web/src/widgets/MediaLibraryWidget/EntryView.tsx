import arrowLeft from '@phosphor-icons/core/regular/arrow-left.svg?raw';
import downloadIcon from '@phosphor-icons/core/regular/download-simple.svg?raw';
import { useEffect, useRef } from 'react';
import { useFormatBytes } from '../../platform/i18n/useFormatBytes.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { usePanelEscape } from '../panel/panelEscape.ts';
import { ItemSteps } from '../media/ItemSteps.tsx';
import { hasFile, isDownloadable } from '../media/mediaItem.ts';
import type { WidgetReference } from '../media/preview/FilmPreview.tsx';
import { Preview } from '../media/preview/Preview.tsx';
import type { ItemStep } from '../media/useItemStep.ts';
import { useTexts as useMediaTexts } from '../media/useTexts.ts';
import type { Entry } from './library.ts';
import styles from './entryView.module.css';
import { useDownloadActions, type DownloadSubject } from './useDownloadActions.ts';
import { useEntryLine } from './useEntryLine.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly entry: Entry;
  /** Those that previous and next lead to; one of them is `entry`. */
  readonly entries: readonly Entry[];
  readonly library: WidgetReference;
  readonly subject: DownloadSubject;
  readonly onStep: ItemStep;
  readonly onBack: () => void;
}

/** One entry in the whole panel. */
export function EntryView({ entry, entries, library, subject, onStep, onBack }: Props) {
  const { t } = useTexts();
  const { t: media } = useMediaTexts();
  const line = useEntryLine()(entry);
  const bytes = useFormatBytes();
  const { isBusy, downloadFile } = useDownloadActions(subject);
  usePanelEscape(onBack);
  const view = useRef<HTMLElement>(null);
  // After a click in the list, which becomes inert. A panel that a URL has opened has the focus already. A PDF takes the
  // focus from the view around it.
  useEffect(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body || focused.closest('[inert]'))
      view.current?.focus({ preventScroll: true });
  }, []);
  const download = isDownloadable(entry) ? () => void downloadFile(entry) : undefined;
  const downloadText =
    entry.asset?.bytes === undefined
      ? media('download')
      : t('downloadFile', { name: entry.name, size: bytes(entry.asset.bytes) });
  return (
    <section ref={view} tabIndex={-1} className={styles.view} aria-label={entry.name}>
      <div className={styles.head}>
        <IconButton svg={arrowLeft} mirror label={t('back')} onClick={onBack} />
        <div className="min-w-0 flex-[1_1_6rem]">
          <h3 dir="auto" className={`${styles.name} aligned-with-page text-name font-strong`}>
            {entry.name}
          </h3>
          <p className="text-caption text-ink-2">
            {hasFile(entry) && !isDownloadable(entry) ? t('viewOnlyText') : line}
          </p>
        </div>
        <ItemSteps
          item={entry}
          items={entries}
          labels={{ previous: t('previous'), next: t('next') }}
          onStep={onStep}
          className="max-tablet:sr-only"
        />
        {download && (
          <Button
            size="small"
            busy={isBusy}
            aria-label={downloadText}
            icon={<Icon svg={downloadIcon} size={18} />}
            onClick={download}
          >
            <span className="max-tablet:sr-only">{media('download')}</span>
          </Button>
        )}
      </div>
      {entry.description !== '' && (
        <p dir="auto" className={`${styles.text} aligned-with-page text-caption text-ink-2`}>
          {entry.description}
        </p>
      )}
      <Preview
        key={entry.id}
        item={entry}
        part={{ medium: entry.id }}
        reference={library}
        className={styles.preview}
      />
    </section>
  );
}

import check from '@phosphor-icons/core/fill/check-circle-fill.svg?raw';
import warning from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import download from '@phosphor-icons/core/regular/download-simple.svg?raw';
import fileGone from '@phosphor-icons/core/regular/file-x.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import { useEffect, useRef, useState, type RefCallback } from 'react';
import { createPortal } from 'react-dom';
import { useDownloads, type Download, type DownloadState } from '../../platform/download/downloadList.ts';
import { createDownloads } from '../../platform/download/downloads.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { useFormatBytes } from '../../platform/i18n/useFormatBytes.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useCoversPicture } from '../../platform/pictureCover.ts';
import { useHeightProperty } from '../../platform/useHeightProperty.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './downloadList.module.css';

/** The last control of a row. */
const removeButtonOf = (row: Element | null | undefined): HTMLElement | undefined =>
  [...(row?.querySelectorAll('button') ?? [])].at(-1);

/** Passes the focus of a removed row on to the next one, or after the last one to where it was before the list. */
function focusPasser(): RefCallback<HTMLLIElement> {
  const opener = document.activeElement;
  return (row) => () => {
    if (!row?.contains(document.activeElement)) return;
    const neighbour = removeButtonOf(row.nextElementSibling) ?? removeButtonOf(row.previousElementSibling);
    if (neighbour) neighbour.focus();
    else if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}

/** The running downloads, above the dock. Open panels end above them. */
export default function DownloadList() {
  const { t } = useTranslation('downloads');
  const list = useDownloads((state) => state.list);
  const island = useRef<HTMLElement>(null);
  const [passFocus] = useState(focusPasser);
  useCoversPicture(island);
  useHeightProperty(island, '--downloads-height');
  // Next to the dialogs, outside of the app, so that a modal dialog does not hide what runs.
  return createPortal(
    <section ref={island} aria-label={t('title')} className={`${styles.list} island fade-in`}>
      <Announcement list={list} />
      <ul className="flex flex-col">
        {list.map((each) => (
          <li key={each.assetId} ref={passFocus}>
            <DownloadRow download={each} />
          </li>
        ))}
      </ul>
    </section>,
    document.body,
  );
}

/** Announces changes of downloads. The region is there before its text: otherwise screen readers do not read it. */
function Announcement({ list }: { readonly list: readonly Download[] }) {
  const { t } = useTranslation('downloads');
  const [text, setText] = useState('');
  const states = useRef<ReadonlyMap<string, DownloadState>>(new Map());
  useEffect(() => {
    const changed = list.filter(({ assetId, state }) => states.current.get(assetId) !== state);
    states.current = new Map(list.map(({ assetId, state }) => [assetId, state]));
    if (changed.length === 0) return;
    const news = changed.flatMap(({ name, state }) => (state === 'running' ? [] : `${name}: ${t(state)}`));
    setText(news.join(' '));
  }, [list, t]);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}

const marks = {
  running: { svg: download, color: '' },
  waiting: { svg: warning, color: 'text-warning' },
  done: { svg: check, color: 'text-available' },
  failed: { svg: warning, color: 'text-danger' },
  gone: { svg: fileGone, color: 'text-danger' },
} as const;

function DownloadRow({
  download: { assetId, name, state, received, total },
}: {
  readonly download: Download;
}) {
  const { t } = useTranslation('downloads');
  const downloads = useVisit().get(createDownloads);
  const bytes = useFormatBytes();
  const isRunning = state === 'running' || state === 'waiting';
  const share = total === undefined || total === 0 ? undefined : Math.min(1, received / total);
  const progressText =
    total === undefined ? bytes(received) : t('of', { received: bytes(received), total: bytes(total) });
  return (
    <div className="flex min-h-14 items-center gap-3 ps-4 pe-1.5">
      <Icon svg={marks[state].svg} size={20} className={marks[state].color} />
      <div className="min-w-0 flex-1 py-2">
        <bdi className="aligned-with-page text-name font-strong block truncate">{name}</bdi>
        <span className="text-caption text-ink-2 block tabular-nums">
          {state === 'running' ? progressText : t(state)}
        </span>
        {isRunning && (
          <progress
            className={styles.progress}
            aria-label={t('progress', { name })}
            max={1}
            {...(share !== undefined && { value: share })}
          />
        )}
      </div>
      {state === 'failed' && (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            // This button goes.
            removeButtonOf(currentTarget.closest('li'))?.focus();
            downloads.retry(assetId);
          }}
          className="target rounded-mark text-caption font-strong px-1 underline underline-offset-4"
        >
          {t('again')}
        </button>
      )}
      <IconButton
        svg={xIcon}
        label={t(isRunning ? 'cancel' : 'remove', { name })}
        onClick={() => downloads.cancel(assetId)}
      />
    </div>
  );
}

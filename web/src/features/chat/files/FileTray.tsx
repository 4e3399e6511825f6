/** The files to send with the next message, with upload progress and errors (CHAT-04, CHAT-13). */
import fileIcon from '@phosphor-icons/core/regular/file.svg?raw';
import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useFormatBytes } from '../../../platform/i18n/useFormatBytes.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { type TrayFile } from '../model/trayFile.ts';
import { createTray } from '../model/tray.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { LinkButton } from '../LinkButton.tsx';
import styles from './fileTray.module.css';

function UploadState({ file: { error, upload, progress, file } }: { readonly file: TrayFile }) {
  const { t } = useTranslation('chat');
  const bytes = useFormatBytes();
  if (error) {
    return (
      <span role="alert" className="flex items-start gap-1 text-danger">
        <Icon svg={warning} size={14} className="mt-0.5" />
        {t(`upload.${error}`)}
      </span>
    );
  }
  if (upload) return <span>{bytes(upload.bytes)}</span>;
  return (
    <progress
      value={progress}
      aria-label={t('upload.progress', { name: file.name })}
      className={styles.progress}
    />
  );
}

function TrayItem({ file }: { readonly file: TrayFile }) {
  const tray = useVisit().get(createTray);
  const { t } = useTranslation('chat');
  const { picture } = file;
  const { name } = file.file;
  return (
    <li className={styles.file} data-error={file.error}>
      {picture === undefined ? (
        <span className={styles.picture}>
          <Icon svg={fileIcon} size={20} />
        </span>
      ) : (
        <img src={picture} alt="" className={styles.picture} />
      )}
      <span className="min-w-0 flex-1 text-caption">
        <bdi className="block truncate font-strong">{name}</bdi>
        <UploadState file={file} />
      </span>
      {(file.error === 'failed' || file.error === 'tooOften') && (
        <LinkButton className="text-caption" onClick={() => tray.retry(file)}>
          {t('tryAgain')}
        </LinkButton>
      )}
      <IconButton
        svg={xIcon}
        size={16}
        label={t((file.upload ?? file.error) ? 'upload.remove' : 'upload.cancel', { name })}
        onClick={() => tray.discard(file)}
      />
    </li>
  );
}

export function FileTray({ files }: { readonly files: readonly TrayFile[] }) {
  const { t } = useTranslation('chat');
  if (files.length === 0) return null;
  return (
    <ul aria-label={t('upload.title')} className={styles.tray}>
      {files.map((file) => (
        <TrayItem key={file.clientId} file={file} />
      ))}
    </ul>
  );
}

import fileLock from '@phosphor-icons/core/regular/file-lock.svg?raw';
import fileX from '@phosphor-icons/core/regular/file-x.svg?raw';
import lockKey from '@phosphor-icons/core/regular/lock-key.svg?raw';
import wifiSlash from '@phosphor-icons/core/regular/wifi-slash.svg?raw';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { useRetryOnline } from '../useRetryOnline.ts';
import type { PdfFailureKind } from './pdfFailure.ts';
import { useTexts } from './useTexts.ts';

const icons: Readonly<Partial<Record<PdfFailureKind, string>>> = {
  offline: wifiSlash,
  forbidden: lockKey,
  encryption: fileLock,
  locked: lockKey,
};

/** Of these, the same file would fail again. */
const unreadable: readonly PdfFailureKind[] = ['encryption', 'corrupt'];

interface PdfFailedProps {
  readonly kind: PdfFailureKind;
  /** Of the document. */
  readonly name: string;
  readonly retry: () => void;
  readonly download: (() => void) | undefined;
}

/** Says why a document is not shown, and what the user can do. */
export function PdfFailed({ kind, name, retry, download }: PdfFailedProps) {
  const { t } = useTexts();
  // Browsers notice a lost network later than a request does.
  useRetryOnline(kind === 'offline' || kind === 'server', retry);
  const canRetry = !unreadable.includes(kind);
  const retryButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The dialog that asked for the password had the focus.
    if (kind === 'locked' && document.activeElement === document.body) retryButton.current?.focus();
  }, [kind]);
  return (
    <div role="alert" className="m-auto">
      <Statement
        svg={icons[kind] ?? fileX}
        level={3}
        title={t(`failed.${kind}.title`)}
        text={t(`failed.${kind}.text`, { name })}
        action={
          (canRetry || download) && (
            <div className="flex flex-wrap justify-center gap-2">
              {canRetry && (
                <Button ref={retryButton} onClick={retry}>
                  {t(kind === 'locked' ? 'password.enter' : 'tryAgain')}
                </Button>
              )}
              {download && (
                <Button kind={canRetry ? 'quiet' : 'secondary'} onClick={download}>
                  {t('download')}
                </Button>
              )}
            </div>
          )
        }
      />
    </div>
  );
}

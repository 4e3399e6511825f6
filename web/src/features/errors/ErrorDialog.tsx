/** The error dialog (ERROR-02, ERROR-03): it stays until it is dismissed, and shows running retries (ERROR-04). */
import lockKey from '@phosphor-icons/core/regular/lock-key.svg?raw';
import cloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?raw';
import warning from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import { errorDialogWidth } from '@foyer/contract/limits';
import type { GlobalErrorCode } from '@foyer/contract';
import { useRef, useState } from 'react';
import { useWaits, type Wait } from '../../platform/api/retry.ts';
import { useActiveDialog } from '../../platform/dialogs.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { clearGlobalError, isErrorDialogVisible, useErrors } from '../../platform/state/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { ModalDialog } from './ModalDialog.tsx';
import { waitingText } from './waitingText.ts';
import { WaitProgress } from './WaitProgress.tsx';

const icons: Readonly<Record<GlobalErrorCode, string>> = {
  FORBIDDEN: lockKey,
  UNAUTHORIZED: lockKey,
  NOT_REACHABLE: cloudSlash,
  PROCESSING_ERROR: warning,
  FUNCTION_UNSUPPORTED: warning,
  WIDGET_ERROR: warning,
};

/** An expired session needs no reference to look up. */
const sessionCodes: readonly GlobalErrorCode[] = ['FORBIDDEN', 'UNAUTHORIZED'];

interface ShownError {
  readonly code: GlobalErrorCode;
  /** The error message of the server. */
  readonly message: string;
  readonly requestId: string | undefined;
  readonly wait: Wait | undefined;
}

/** A running retry takes precedence over the error that was raised last. */
function useShownError(): ShownError | undefined {
  const errors = useErrors();
  const wait = useWaits(({ list }) => list.find(({ place }) => place === 'dialog'));
  if (errors.suppressDefaultErrorDialog > 0) return undefined;
  if (wait) return { code: wait.code, message: '', requestId: wait.requestId, wait };
  const { code, message, requestId } = errors.globalError;
  if (!isErrorDialogVisible(errors) || !code) return undefined;
  return { code, message, requestId, wait: undefined };
}

function Reference({ code, requestId }: { readonly code: string; readonly requestId: string | undefined }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const text = requestId ? t('error.request', { code, id: requestId }) : code;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // If the browser does not allow it, the user can select the text.
    }
  };
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-smallest text-ink-3">
      <span dir="ltr" className="select-all break-all">
        {text}
      </span>
      <button
        type="button"
        onClick={() => void copy()}
        className="target font-strong text-ink underline underline-offset-4"
      >
        {copied ? t('common.copied') : t('common.copy')}
      </button>
    </p>
  );
}

export function ErrorDialog() {
  const { t } = useTranslation();
  const error = useShownError();
  const firstButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    error?.wait?.cancel();
    clearGlobalError();
  };
  // An error that is raised after closing is another dialog, with its own id.
  const id = `error-${error?.wait?.id ?? error?.requestId ?? error?.code}`;
  useActiveDialog(id, error !== undefined, close, { outlivesNavigation: true });
  if (!error) return null;
  const { code, wait, message, requestId } = error;
  return (
    <ModalDialog label={t(`error.titles.${code}`)} width={errorDialogWidth} initialFocus={firstButton}>
      <div className="flex flex-col gap-5 p-8 low:gap-3 low:p-5">
        <span className="grid size-15 place-items-center rounded-card bg-danger-fill text-danger low:hidden">
          <Icon svg={icons[code]} size={28} />
        </span>
        <div className="flex flex-col gap-2">
          <h2 className="title-font text-[1.75rem] leading-8.5">{t(`error.titles.${code}`)}</h2>
          <p className="text-[1rem] leading-6 text-ink-2">
            {wait ? t(waitingText(wait)) : t(`error.texts.${code}`)}
          </p>
          {message !== '' && code === 'PROCESSING_ERROR' && (
            <p dir="auto" className="text-caption text-ink-3">
              {message}
            </p>
          )}
        </div>
        {wait && <WaitProgress wait={wait} />}
        <div className="flex gap-2">
          {wait && (
            <Button kind="primary" className="flex-1" onClick={wait.tryNow} ref={firstButton}>
              {t('common.tryNow')}
            </Button>
          )}
          <Button kind="secondary" onClick={close} {...(!wait && { ref: firstButton })}>
            {wait ? t('common.cancel') : t('common.close')}
          </Button>
        </div>
        {(requestId || !sessionCodes.includes(code)) && <Reference code={code} requestId={requestId} />}
      </div>
    </ModalDialog>
  );
}

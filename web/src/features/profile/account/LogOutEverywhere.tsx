import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useLoggedInUser } from '../../../platform/state/useLoggedInUser.ts';
import { countUnsentMessages } from '../../../platform/storage/chatStorage.ts';
import { loadSession } from '../../session/index.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormMessage } from '../form/FormMessage.tsx';
import { useErrorText } from './useErrorText.ts';
import { useRestoreFocus } from './useRestoreFocus.ts';
import { useSubmit } from './useSubmit.ts';

/** Ends all sessions of the account, after a confirmation, because the current one is among them. */
export function LogOutEverywhere() {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const { busy, error, run } = useSubmit();
  const [isConfirming, setIsConfirming] = useState(false);
  const opener = useRestoreFocus(isConfirming);
  const end = () => void run(async () => (await loadSession()).logout(true));
  if (!isConfirming) {
    return (
      <Button ref={opener} kind="quiet" onClick={() => setIsConfirming(true)} className="self-start">
        {t('settings.devices.everywhere')}
      </Button>
    );
  }
  return (
    <Confirmation
      busy={busy}
      error={error && errorText(error)}
      onCancel={() => setIsConfirming(false)}
      onEnd={end}
    />
  );
}

interface ConfirmationProps {
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onCancel: () => void;
  readonly onEnd: () => void;
}

function Confirmation({ busy, error, onCancel, onEnd }: ConfirmationProps) {
  const { t } = useTranslation('profile');
  const { t: shell } = useTranslation();
  const user = useLoggedInUser();
  const unsent = user ? countUnsentMessages(user.userId) : 0;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={t('settings.devices.confirm')}
      className="flex flex-col gap-3 rounded-card bg-ink/6 p-4"
    >
      {error !== undefined && <FormMessage tone="danger" text={error} />}
      <p className="text-caption text-ink-2">{t('settings.devices.everywhereText')}</p>
      {unsent > 0 && (
        <p className="text-caption text-ink-2">{shell('account.discard.text', { count: unsent })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={onEnd}>
          {t('settings.devices.everywhere')}
        </Button>
        <Button kind="text" onClick={onCancel}>
          {t('settings.cancel')}
        </Button>
      </div>
    </div>
  );
}

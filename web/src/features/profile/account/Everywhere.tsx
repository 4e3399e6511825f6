import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { loadSession } from '../../../platform/session/sessionLoader.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormMessage } from '../FormMessage.tsx';
import { useFaultText } from './useFaultText.ts';
import { useFocusBack } from './useFocusBack.ts';
import { useSubmit } from './useSubmit.ts';

/** Ends every session of the account; asked twice, since this one is among them. */
export function Everywhere() {
  const { t } = useTranslation('profile');
  const words = useFaultText();
  const { busy, fault, run } = useSubmit();
  const [asked, setAsked] = useState(false);
  const opener = useFocusBack(asked);
  const end = () => void run(async () => (await loadSession()).logout(true));
  if (!asked) {
    return (
      <Button ref={opener} kind="quiet" onClick={() => setAsked(true)} className="self-start">
        {t('settings.devices.everywhere')}
      </Button>
    );
  }
  return <Question busy={busy} fault={fault && words(fault)} onCancel={() => setAsked(false)} onEnd={end} />;
}

interface QuestionProps {
  readonly busy: boolean;
  readonly fault: string | undefined;
  readonly onCancel: () => void;
  readonly onEnd: () => void;
}

function Question({ busy, fault, onCancel, onEnd }: QuestionProps) {
  const { t } = useTranslation('profile');
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
      {fault !== undefined && <FormMessage tone="danger" text={fault} />}
      <p className="text-caption text-ink-2">{t('settings.devices.everywhereText')}</p>
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

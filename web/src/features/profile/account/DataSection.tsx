import download from '@phosphor-icons/core/regular/download-simple.svg?raw';
import { exportAccount } from '@foyer/contract';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { saveFile } from '../../../platform/saveFile.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormMessage } from '../form/FormMessage.tsx';
import { Section } from './Section.tsx';
import { useErrorText } from './useErrorText.ts';
import { useSubmit } from './useSubmit.ts';

function saveAsFile(data: unknown): void {
  saveFile(
    'foyer-account.json',
    new Blob([JSON.stringify(data, undefined, 2)], { type: 'application/json' }),
  );
}

/** Exports all data of the user as a file. */
export function DataSection() {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const { busy, error, run } = useSubmit();
  const [done, setDone] = useState(false);
  const exportData = async () => {
    setDone(false);
    setDone(
      await run(async () => saveAsFile(await call(exportAccount, { report: 'console', retry: false }))),
    );
  };
  return (
    <Section title={t('settings.data.title')} text={t('settings.data.text')}>
      {error && <FormMessage tone="danger" text={errorText(error)} />}
      <p role="status" className={done ? 'text-caption text-ink-2' : 'sr-only'}>
        {done && t('settings.data.done')}
      </p>
      <Button
        kind="quiet"
        busy={busy}
        icon={<Icon svg={download} />}
        onClick={() => void exportData()}
        className="self-start"
      >
        {t(busy ? 'settings.data.exporting' : 'settings.data.export')}
      </Button>
    </Section>
  );
}

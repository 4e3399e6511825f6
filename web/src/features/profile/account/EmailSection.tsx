import { changeEmail, fieldLength, type Locale } from '@foyer/contract';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormField } from '../FormField.tsx';
import { FormMessage } from '../FormMessage.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { Section } from './Section.tsx';
import { useFaultText } from './useFaultText.ts';
import { useFocusBack } from './useFocusBack.ts';
import { useSubmit } from './useSubmit.ts';

export interface EmailSectionProps {
  readonly email: string;
  /** Whether this server can send the mail that confirms the new one. */
  readonly mail: boolean;
}

const looksLikeEmail = (value: string): boolean =>
  value.length <= fieldLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim());

/** A new email, which holds once its owner has followed the link in a mail to it. */
export function EmailSection({ email, mail }: EmailSectionProps) {
  const { t, language } = useTranslation('profile');
  const words = useFaultText();
  const submit = useSubmit();
  const [open, setOpen] = useState(false);
  const opener = useFocusBack(open);
  const [sentTo, setSentTo] = useState<string>();
  const [wanted, setWanted] = useState('');
  const [left, setLeft] = useState(false);
  const [currentPassword, setPassword] = useState('');
  const { fault } = submit;
  const close = () => {
    setOpen(false);
    setWanted('');
    setPassword('');
    setLeft(false);
    submit.clear();
  };
  const change = async () => {
    const body = { email: wanted.trim(), currentPassword, locale: language as Locale };
    if (!(await submit.run(() => call(changeEmail, { body, report: 'console', retry: false })))) return;
    setSentTo(body.email);
    close();
  };
  const isWrong = fault?.kind === 'wrongPassword';
  const isOdd = left && wanted !== '' && !looksLikeEmail(wanted);
  const isSame = wanted.trim() === email;
  return (
    <Section title={t('settings.email.title')} text={mail ? undefined : t('settings.email.noMail')}>
      {sentTo !== undefined && <FormMessage tone="info" text={t('settings.email.done', { email: sentTo })} />}
      {open && (
        <ChangeForm
          verb={t('settings.email.save')}
          workingVerb={t('settings.email.saving')}
          busy={submit.busy}
          ready={looksLikeEmail(wanted) && !isSame && currentPassword !== ''}
          email={email}
          onSubmit={() => void change()}
          onCancel={close}
        >
          {fault && !isWrong && <FormMessage tone="danger" text={words(fault)} />}
          <FormField
            label={t('settings.email.new')}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            value={wanted}
            onChange={setWanted}
            onBlur={() => setLeft(true)}
            error={isSame ? t('settings.email.same') : isOdd ? t('settings.email.invalid') : undefined}
          />
          <PasswordInput
            label={t('settings.email.password')}
            autoComplete="current-password"
            value={currentPassword}
            onChange={setPassword}
            error={isWrong ? words(fault) : undefined}
          />
        </ChangeForm>
      )}
      {mail && !open && (
        <Button
          ref={opener}
          kind="quiet"
          onClick={() => {
            setSentTo(undefined);
            setOpen(true);
          }}
          className="self-start"
        >
          {t('settings.email.change')}
        </Button>
      )}
    </Section>
  );
}

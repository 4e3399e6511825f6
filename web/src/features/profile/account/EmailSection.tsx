import { changeEmail, fieldLength, type Locale } from '@foyer/contract';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormField } from '../form/FormField.tsx';
import { FormMessage } from '../form/FormMessage.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { Section } from './Section.tsx';
import { useErrorText } from './useErrorText.ts';
import { useRestoreFocus } from './useRestoreFocus.ts';
import { useSubmit } from './useSubmit.ts';

export interface EmailSectionProps {
  readonly email: string;
  /** Whether the server can send the confirmation email. */
  readonly mail: boolean;
}

const looksLikeEmail = (value: string): boolean =>
  value.length <= fieldLength && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value.trim());

/** Changes the email. The change takes effect after the user has opened the link in the confirmation email. */
export function EmailSection({ email, mail }: EmailSectionProps) {
  const { t, language } = useTranslation('profile');
  const errorText = useErrorText();
  const submit = useSubmit();
  const [open, setOpen] = useState(false);
  const opener = useRestoreFocus(open);
  const [sentTo, setSentTo] = useState<string>();
  const [newEmail, setNewEmail] = useState('');
  const [isBlurred, setIsBlurred] = useState(false);
  const [currentPassword, setPassword] = useState('');
  const { error } = submit;
  const close = () => {
    setOpen(false);
    setNewEmail('');
    setPassword('');
    setIsBlurred(false);
    submit.clear();
  };
  const change = async () => {
    const body = { email: newEmail.trim(), currentPassword, locale: language as Locale };
    if (!(await submit.run(() => call(changeEmail, { body, report: 'console', retry: false })))) return;
    setSentTo(body.email);
    close();
  };
  const isWrong = error?.kind === 'wrongPassword';
  const isInvalid = isBlurred && newEmail !== '' && !looksLikeEmail(newEmail);
  const isSame = newEmail.trim() === email;
  return (
    <Section title={t('settings.email.title')} text={mail ? undefined : t('settings.email.noMail')}>
      {sentTo !== undefined && <FormMessage tone="info" text={t('settings.email.done', { email: sentTo })} />}
      {open && (
        <ChangeForm
          verb={t('settings.email.save')}
          workingVerb={t('settings.email.saving')}
          busy={submit.busy}
          ready={looksLikeEmail(newEmail) && !isSame && currentPassword !== ''}
          email={email}
          onSubmit={() => void change()}
          onCancel={close}
        >
          {error && !isWrong && <FormMessage tone="danger" text={errorText(error)} />}
          <FormField
            label={t('settings.email.new')}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            value={newEmail}
            onChange={setNewEmail}
            onBlur={() => setIsBlurred(true)}
            error={isSame ? t('settings.email.same') : isInvalid ? t('settings.email.invalid') : undefined}
          />
          <PasswordInput
            label={t('settings.email.password')}
            autoComplete="current-password"
            value={currentPassword}
            onChange={setPassword}
            error={isWrong ? errorText(error) : undefined}
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

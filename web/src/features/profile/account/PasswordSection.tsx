import { changePassword, fieldLength, passwordLengthMin } from '@foyer/contract';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormMessage } from '../form/FormMessage.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { Section } from './Section.tsx';
import { useErrorText } from './useErrorText.ts';
import { useRestoreFocus } from './useRestoreFocus.ts';
import { useSubmit } from './useSubmit.ts';

/** Changes the password, which logs out all other devices. */
export function PasswordSection({ email }: { readonly email: string }) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const submit = useSubmit();
  const [open, setOpen] = useState(false);
  const opener = useRestoreFocus(open);
  const [done, setDone] = useState(false);
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const { error } = submit;
  const close = () => {
    setOpen(false);
    setCurrent('');
    setNew('');
    submit.clear();
  };
  const change = async () => {
    const body = { currentPassword, newPassword };
    if (!(await submit.run(() => call(changePassword, { body, report: 'console', retry: false })))) return;
    close();
    setDone(true);
  };
  const isWeak = error?.kind === 'weak';
  const isWrong = error?.kind === 'wrongPassword';
  const isSame = newPassword !== '' && newPassword === currentPassword;
  const fits = newPassword.length >= passwordLengthMin && newPassword.length <= fieldLength;
  return (
    <Section title={t('settings.password.title')}>
      {done && <FormMessage tone="info" text={t('settings.password.done')} />}
      {open ? (
        <ChangeForm
          verb={t('settings.password.save')}
          workingVerb={t('settings.password.saving')}
          busy={submit.busy}
          ready={currentPassword !== '' && fits && !isSame}
          email={email}
          onSubmit={() => void change()}
          onCancel={close}
        >
          {error && !isWeak && !isWrong && <FormMessage tone="danger" text={errorText(error)} />}
          <PasswordInput
            label={t('settings.password.current')}
            autoComplete="current-password"
            value={currentPassword}
            onChange={setCurrent}
            error={isWrong ? errorText(error) : undefined}
          />
          <PasswordInput
            label={t('settings.password.new')}
            autoComplete="new-password"
            value={newPassword}
            onChange={setNew}
            hint={t('settings.password.newHint', { min: passwordLengthMin })}
            error={isSame ? t('settings.password.same') : isWeak ? errorText(error) : undefined}
          />
        </ChangeForm>
      ) : (
        <Button
          ref={opener}
          kind="quiet"
          onClick={() => {
            setDone(false);
            setOpen(true);
          }}
          className="self-start"
        >
          {t('settings.password.change')}
        </Button>
      )}
    </Section>
  );
}

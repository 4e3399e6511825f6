import { deleteAccount } from '@foyer/contract';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { loadSession } from '../../../platform/session/sessionLoader.ts';
import { showSnackbar } from '../../../platform/snackbars.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormField } from '../FormField.tsx';
import { FormMessage } from '../FormMessage.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { Section } from './Section.tsx';
import { useFaultText } from './useFaultText.ts';
import { useFocusBack } from './useFocusBack.ts';
import { useSubmit } from './useSubmit.ts';

export interface DeleteSectionProps {
  readonly email: string;
  readonly hasPassword: boolean;
}

/** The way out for good: the email typed again, and the password where there is one. */
export function DeleteSection({ email, hasPassword }: DeleteSectionProps) {
  const { t } = useTranslation('profile');
  const words = useFaultText();
  const submit = useSubmit();
  const [open, setOpen] = useState(false);
  const opener = useFocusBack(open);
  const [typed, setTyped] = useState('');
  const [left, setLeft] = useState(false);
  const [currentPassword, setPassword] = useState('');
  const { fault } = submit;
  const isSame = typed.trim().toLowerCase() === email.toLowerCase();
  const isWrong = fault?.kind === 'wrongPassword';
  const isOther = fault?.kind === 'mismatch' || (left && typed !== '' && !isSame);
  const close = () => {
    setOpen(false);
    setTyped('');
    setLeft(false);
    setPassword('');
    submit.clear();
  };
  const leave = async () => {
    const body = { email: typed.trim(), ...(hasPassword && { currentPassword }) };
    const done = t('settings.delete.done');
    const remove = () => call(deleteAccount, { body, report: 'console', retry: false });
    // Its few seconds begin when one is out.
    if (await submit.run(async () => (await loadSession()).logoutAfter(remove))) showSnackbar(done);
  };
  return (
    <Section title={t('settings.delete.title')} text={t('settings.delete.text')}>
      {open ? (
        <ChangeForm
          verb={t('settings.delete.confirm')}
          workingVerb={t('settings.delete.deleting')}
          busy={submit.busy}
          ready={isSame && (!hasPassword || currentPassword !== '')}
          email={email}
          onSubmit={() => void leave()}
          onCancel={close}
        >
          {fault && !isWrong && fault.kind !== 'mismatch' && (
            <FormMessage tone="danger" text={words(fault)} />
          )}
          <FormField
            label={t('settings.delete.emailLabel')}
            type="email"
            inputMode="email"
            autoComplete="off"
            dir="ltr"
            value={typed}
            onChange={setTyped}
            onBlur={() => setLeft(true)}
            hint={t('settings.delete.email', { email })}
            error={isOther ? t('settings.delete.mismatch') : undefined}
          />
          {hasPassword && (
            <PasswordInput
              label={t('settings.delete.password')}
              autoComplete="current-password"
              value={currentPassword}
              onChange={setPassword}
              error={isWrong ? words(fault) : undefined}
            />
          )}
        </ChangeForm>
      ) : (
        <Button ref={opener} kind="quiet" onClick={() => setOpen(true)} className="self-start text-danger!">
          {t('settings.delete.open')}
        </Button>
      )}
    </Section>
  );
}

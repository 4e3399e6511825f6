import { deleteAccount } from '@foyer/contract';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { loadSession } from '../../session/index.ts';
import { createSnackbars } from '../../../platform/snackbars.ts';
import { currentVisit } from '../../../platform/visit/currentVisit.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FormField } from '../form/FormField.tsx';
import { FormMessage } from '../form/FormMessage.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { Section } from './Section.tsx';
import { useErrorText } from './useErrorText.ts';
import { useRestoreFocus } from './useRestoreFocus.ts';
import { useSubmit } from './useSubmit.ts';

export interface DeleteSectionProps {
  readonly email: string;
  readonly hasPassword: boolean;
}

/** Deletes the account, after the email and, if there is one, the password have been typed. */
export function DeleteSection({ email, hasPassword }: DeleteSectionProps) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const submit = useSubmit();
  const { signal } = useVisit();
  const [open, setOpen] = useState(false);
  const opener = useRestoreFocus(open);
  const [typed, setTyped] = useState('');
  const [isBlurred, setIsBlurred] = useState(false);
  const [currentPassword, setPassword] = useState('');
  const { error } = submit;
  const isSame = typed.trim().toLowerCase() === email.toLowerCase();
  const isWrong = error?.kind === 'wrongPassword';
  const isMismatch = error?.kind === 'mismatch' || (isBlurred && typed !== '' && !isSame);
  const close = () => {
    setOpen(false);
    setTyped('');
    setIsBlurred(false);
    setPassword('');
    submit.clear();
  };
  const deleteOwnAccount = async () => {
    const body = { email: typed.trim(), ...(hasPassword && { currentPassword }) };
    const done = t('settings.delete.done');
    const remove = () => call(deleteAccount, { body, report: 'console', retry: false, signal });
    if (!(await submit.run(async () => (await loadSession()).logoutAfter(remove)))) return;
    // The logout has begun another visit, in which this is read.
    currentVisit().get(createSnackbars).show(done);
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
          onSubmit={() => void deleteOwnAccount()}
          onCancel={close}
        >
          {error && !isWrong && error.kind !== 'mismatch' && (
            <FormMessage tone="danger" text={errorText(error)} />
          )}
          <FormField
            label={t('settings.delete.emailLabel')}
            type="email"
            inputMode="email"
            autoComplete="off"
            dir="ltr"
            value={typed}
            onChange={setTyped}
            onBlur={() => setIsBlurred(true)}
            hint={t('settings.delete.email', { email })}
            error={isMismatch ? t('settings.delete.mismatch') : undefined}
          />
          {hasPassword && (
            <PasswordInput
              label={t('settings.delete.password')}
              autoComplete="current-password"
              value={currentPassword}
              onChange={setPassword}
              error={isWrong ? errorText(error) : undefined}
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

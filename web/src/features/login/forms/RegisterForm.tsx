import type { Locale } from '@foyer/contract';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { returnToOf } from '../../../platform/base.ts';
import { useLanguage } from '../../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { importWithRetry } from '../../../platform/loading/importWithRetry.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { emailInDomains, newPassword, personName } from './fieldRules.ts';
import type { FormProps } from './formProps.ts';
import type { LoginMessage } from '../loginMessage.ts';
import { NewAccountFields } from './NewAccountFields.tsx';
import { useSubmission } from './useSubmission.ts';
import { useFields } from './useFields.ts';
import { asNotReachable, requestOptions } from '../loginActions.ts';

const importCalls = () => import('@foyer/contract/account');

export interface RegisterFormProps extends FormProps {
  /** The email domains that may register; empty: any. */
  readonly allowedDomains: readonly string[];
  /** The URL to which the link in the email leads back. */
  readonly returnTo: string;
  readonly onRegistered: (email: string) => void;
}

/** Registers an account, which must be confirmed with the link in an email. */
export function RegisterForm(props: RegisterFormProps) {
  const { setMessage, allowedDomains, returnTo, onRegistered } = props;
  const { t } = useTranslation('login');
  const { language } = useLanguage();
  const [rules] = useState(() => ({
    name: personName,
    email: emailInDomains(allowedDomains),
    password: newPassword,
  }));
  const fields = useFields(rules);
  const register = useSubmission('register', setMessage);
  const submit = fields.onSubmit(({ email: typed, password, name }) => {
    const email = typed.trim();
    const work = async (): Promise<LoginMessage> => {
      const locale = language as Locale;
      const body = { email, password, name: name.trim(), locale, ...returnToOf(returnTo) };
      const { registerAccount } = await asNotReachable(importWithRetry(importCalls));
      await call(registerAccount, { ...requestOptions, body });
      return { kind: 'news', news: 'registered' };
    };
    return register.run(work, () => onRegistered(email));
  });
  return (
    <form method="post" noValidate aria-busy={register.busy} onSubmit={submit}>
      <NewAccountFields inputs={fields.inputs} form={props} />
      <SubmitButton
        disabled={!fields.canSubmit}
        busy={register.busy}
        label={t('register.submit')}
        busyLabel={t('register.working')}
      />
    </form>
  );
}

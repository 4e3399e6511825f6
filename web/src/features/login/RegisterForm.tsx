import type { Locale } from '@foyer/contract';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { returnToOf } from '../../platform/base.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { EnterButton } from './EnterButton.tsx';
import { emailAt, newPassword, personName } from './fieldRules.ts';
import type { FormProps } from './formProps.ts';
import type { LoginMessage } from './loginMessage.ts';
import { NewPersonFields } from './PersonFields.tsx';
import { useAttempt } from './useAttempt.ts';
import { useFields } from './useFields.ts';
import { arrived, asked } from './ways.ts';

export interface RegisterFormProps extends FormProps {
  /** Whose addresses may register; none named: any. */
  readonly allowedDomains: readonly string[];
  /** Where the link of the mail leads back to. */
  readonly returnTo: string;
  readonly onRegistered: (email: string) => void;
}

/** An account of one's own making, where the organiser allows that; it waits for the link of a mail. */
export function RegisterForm(props: RegisterFormProps) {
  const { tell, allowedDomains, returnTo, onRegistered } = props;
  const { t } = useTranslation('login');
  const { language } = useLanguage();
  const [rules] = useState(() => ({
    name: personName,
    email: emailAt(allowedDomains),
    password: newPassword,
  }));
  const fields = useFields(rules);
  const register = useAttempt('register', tell);
  const submit = fields.submitBy(({ email: typed, password, name }) => {
    const email = typed.trim();
    const work = async (): Promise<LoginMessage> => {
      const locale = language as Locale;
      const body = { email, password, name: name.trim(), locale, ...returnToOf(returnTo) };
      const { registerAccount } = await arrived(import('@foyer/contract/account'));
      await call(registerAccount, { ...asked, body });
      return { kind: 'news', news: 'registered' };
    };
    return register.run(work, () => onRegistered(email));
  });
  return (
    <form method="post" noValidate aria-busy={register.busy} onSubmit={submit}>
      <NewPersonFields bound={fields.bound} form={props} />
      <EnterButton
        disabled={!fields.complete}
        busy={register.busy}
        label={t('register.submit')}
        working={t('register.working')}
      />
    </form>
  );
}

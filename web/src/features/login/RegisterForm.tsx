import type { Locale } from '@foyer/contract';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { EnterButton } from './EnterButton.tsx';
import { emailAt, newPassword, personName } from './fieldRules.ts';
import type { FormProps } from './formProps.ts';
import { NewPersonFields } from './PersonFields.tsx';
import { useAttempt } from './useAttempt.ts';
import { useFields } from './useFields.ts';
import { asked } from './ways.ts';

export interface RegisterFormProps extends FormProps {
  /** Whose addresses may register; none named: any. */
  readonly allowedDomains: readonly string[];
  readonly onRegistered: (email: string) => void;
}

/** An account of one's own making, where the organiser allows that; it waits for the link of a mail. */
export function RegisterForm(props: RegisterFormProps) {
  const { tell, allowedDomains, onRegistered } = props;
  const { t } = useTranslation('login');
  const { language } = useLanguage();
  const [rules] = useState(() => ({
    name: personName,
    email: emailAt(allowedDomains),
    password: newPassword,
  }));
  const fields = useFields(rules);
  const register = useAttempt('register', tell);
  const submit = fields.submitBy(({ email: typed, password, name }) =>
    register.run(async () => {
      const email = typed.trim();
      const body = { email, password, name: name.trim(), locale: language as Locale };
      const { registerAccount } = await import('@foyer/contract/account');
      await call(registerAccount, { ...asked, body });
      onRegistered(email);
      return { kind: 'news', news: 'registered' };
    }),
  );
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

import { registerAccount, type Locale } from '@foyer/contract';
import { passwordLengthMin } from '@foyer/contract/limits';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { EnterButton } from './EnterButton.tsx';
import { emailAt, newPassword, personName } from './fieldRules.ts';
import { flawIn, type FormProps } from './formProps.ts';
import { TextField } from './TextField.tsx';
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
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const values = fields.take();
    if (!values) return;
    const email = values.email.trim();
    const again = await register.run(async () => {
      const body = { email, password: values.password, name: values.name.trim(), locale: language as Locale };
      await call(registerAccount, { ...asked, body });
      onRegistered(email);
      return { kind: 'news', news: 'registered' };
    });
    if (again === 'email' || again === 'password') fields.focus(again);
  };
  return (
    <form method="post" noValidate aria-busy={register.busy} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('fields.name')}
        field={fields.bound.name}
        name="name"
        autoComplete="name"
        dir="auto"
      />
      <TextField
        label={t('fields.email')}
        field={fields.bound.email}
        flawedBy={flawIn(props, 'email')}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        dir="ltr"
      />
      <TextField
        label={t('fields.choosePassword')}
        field={fields.bound.password}
        flawedBy={flawIn(props, 'password')}
        hint={t('passwordRule', { limit: passwordLengthMin })}
        type="password"
        name="password"
        autoComplete="new-password"
        autoCapitalize="none"
        dir="ltr"
      />
      <EnterButton
        disabled={!fields.complete}
        busy={register.busy}
        label={t('register.submit')}
        working={t('register.working')}
      />
    </form>
  );
}

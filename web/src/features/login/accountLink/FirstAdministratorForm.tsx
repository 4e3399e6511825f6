import { createFirstAdministrator } from '@foyer/contract';
import { passwordLengthMin } from '@foyer/contract/limits';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { EnterButton } from '../EnterButton.tsx';
import { email, newPassword, personName } from '../fieldRules.ts';
import { flawIn } from '../formProps.ts';
import { TextField } from '../TextField.tsx';
import { useFields } from '../useFields.ts';
import { asked } from '../ways.ts';
import type { LinkFormProps } from './linkForm.ts';
import { useLinkAttempt } from './useLinkAttempt.ts';

const rules = { name: personName, email, password: newPassword };

/** Whoever holds the link that the first start prints is the first administrator. */
export function FirstAdministratorForm(props: LinkFormProps) {
  const { t } = useTranslation('login');
  const fields = useFields(rules);
  const attempt = useLinkAttempt(props);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const values = fields.take();
    if (!values) return;
    const body = {
      token: props.token,
      email: values.email.trim(),
      name: values.name.trim(),
      password: values.password,
    };
    const again = await attempt.run(async () => {
      await call(createFirstAdministrator, { ...asked, body });
      return { email: body.email, news: 'confirmed' };
    });
    if (again === 'email' || again === 'password') fields.focus(again);
  };
  return (
    <form method="post" noValidate aria-busy={attempt.busy} onSubmit={(event) => void submit(event)}>
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
        busy={attempt.busy}
        label={t('link.create')}
        working={t('link.creating')}
      />
    </form>
  );
}

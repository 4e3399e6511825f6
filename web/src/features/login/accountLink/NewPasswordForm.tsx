import { setPassword } from '@foyer/contract';
import { passwordLengthMin } from '@foyer/contract/limits';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { EnterButton } from '../EnterButton.tsx';
import { newPassword } from '../fieldRules.ts';
import { flawIn } from '../formProps.ts';
import { TextField } from '../TextField.tsx';
import { useFields } from '../useFields.ts';
import { asked } from '../ways.ts';
import type { LinkFormProps } from './linkForm.ts';
import { useLinkAttempt } from './useLinkAttempt.ts';

const rules = { password: newPassword };

/** A forgotten password, or the first one of somebody who was invited. The email is there for password managers. */
export function NewPasswordForm(props: LinkFormProps) {
  const { token, link } = props;
  const { t } = useTranslation('login');
  const fields = useFields(rules);
  const attempt = useLinkAttempt(props);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const values = fields.take();
    if (!values) return;
    const again = await attempt.run(async () => {
      const { email } = await call(setPassword, { ...asked, body: { token, password: values.password } });
      return { email, news: 'passwordSet' };
    });
    if (again === 'password') fields.focus(again);
  };
  return (
    <form method="post" noValidate aria-busy={attempt.busy} onSubmit={(event) => void submit(event)}>
      <input type="email" name="email" autoComplete="username" value={link.email} readOnly hidden />
      <TextField
        label={t('fields.newPassword')}
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
        label={t('link.setPassword')}
        working={t('link.setting')}
      />
    </form>
  );
}

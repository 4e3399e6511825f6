import { setPassword } from '@foyer/contract';
import { call } from '../../../platform/api/client.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { EnterButton } from '../EnterButton.tsx';
import { newPassword } from '../fieldRules.ts';
import { NewPasswordField } from '../PersonFields.tsx';
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
  const submit = fields.submitBy(({ password }) =>
    attempt.run(async () => {
      const { email } = await call(setPassword, { ...asked, body: { token, password } });
      return { email, news: 'passwordSet' };
    }),
  );
  return (
    <form method="post" noValidate aria-busy={attempt.busy} onSubmit={submit}>
      <input type="email" name="email" autoComplete="username" value={link.email} readOnly hidden />
      <NewPasswordField field={fields.bound.password} form={props} label={t('fields.newPassword')} />
      <EnterButton
        disabled={!fields.complete}
        busy={attempt.busy}
        label={t('link.setPassword')}
        working={t('link.setting')}
      />
    </form>
  );
}

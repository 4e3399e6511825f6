import { setPassword } from '@foyer/contract';
import { call } from '../../../platform/api/client.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { SubmitButton } from '../forms/SubmitButton.tsx';
import { newPassword } from '../forms/fieldRules.ts';
import { NewPasswordField } from '../forms/NewAccountFields.tsx';
import { useFields } from '../forms/useFields.ts';
import { requestOptions } from '../loginActions.ts';
import type { LinkFormProps } from './linkFormProps.ts';
import { useLinkSubmission } from './useLinkSubmission.ts';
import { useTexts } from './useTexts.ts';

const rules = { password: newPassword };

/** Sets a new password, or the first one after an invitation. The hidden email field is for password managers. */
export function NewPasswordForm(props: LinkFormProps) {
  const { token, link } = props;
  const { t } = useTexts();
  const { t: login } = useTranslation('login');
  const fields = useFields(rules);
  const attempt = useLinkSubmission(props);
  const submit = fields.onSubmit(({ password }) =>
    attempt.run(async () => {
      const { email, session } = await call(setPassword, { ...requestOptions, body: { token, password } });
      return { email, news: 'passwordSet', session };
    }),
  );
  return (
    <form method="post" noValidate aria-busy={attempt.busy} onSubmit={submit}>
      <input type="email" name="email" autoComplete="username" value={link.email} readOnly hidden />
      <NewPasswordField field={fields.inputs.password} form={props} label={login('fields.newPassword')} />
      <SubmitButton
        disabled={!fields.canSubmit}
        busy={attempt.busy}
        label={t('setPassword')}
        busyLabel={t('setting')}
      />
    </form>
  );
}

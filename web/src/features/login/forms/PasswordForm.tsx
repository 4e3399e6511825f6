import type { LoginConfiguration } from '@foyer/contract';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { email, password } from './fieldRules.ts';
import { fieldMessageId, type FormProps } from './formProps.ts';
import { EmailField } from './EmailField.tsx';
import { TextField } from './TextField.tsx';
import { preloadOtherForms } from './useOtherForms.ts';
import { useSubmission } from './useSubmission.ts';
import { useFields } from './useFields.ts';

const rules = { email, password };

export interface PasswordFormProps extends FormProps {
  readonly configuration: LoginConfiguration | undefined;
  readonly initialEmail: string;
  /** The URL of this page, to which the link in the email leads back. */
  readonly returnTo: string;
  readonly onRegister: () => void;
}

/** Email and password, with buttons to request a new password (LOGIN-04) and to register, if the server allows it. */
export function PasswordForm(props: PasswordFormProps) {
  const { actions, setMessage, signingIn, configuration, initialEmail, returnTo, onRegister } = props;
  const { t } = useTranslation('login');
  const fields = useFields(rules, { email: initialEmail });
  const signIn = useSubmission('EMAIL_PASSWORD', setMessage);
  const reset = useSubmission('EMAIL_PASSWORD', setMessage);
  const busy = signIn.busy || signingIn;

  const submit = fields.onSubmit(async (values) => {
    // The Enter key submits the form although its button is disabled.
    if (reset.busy) return undefined;
    return signIn.run(async (signal) => {
      await actions.signInWithPassword(values.email.trim(), values.password, signal);
      return undefined;
    });
  });
  const sendReset = () =>
    reset.run(async () => {
      await actions.sendPasswordReset(fields.inputs.email.value.trim(), returnTo);
      return { kind: 'news', news: 'emailSent' };
    });

  return (
    <form method="post" noValidate aria-busy={busy} onSubmit={submit}>
      <EmailField field={fields.inputs.email} form={props} />
      <TextField
        label={t('fields.password')}
        field={fields.inputs.password}
        messageId={fieldMessageId(props, 'password')}
        type="password"
        name="password"
        autoComplete="current-password"
        autoCapitalize="none"
        dir="ltr"
      />
      {configuration?.passwordReset !== false && (
        <button
          type="button"
          disabled={!fields.isValid('email')}
          aria-disabled={reset.busy || busy}
          onClick={() => void sendReset()}
          className="target mb-4 -mt-1 text-small-button font-strong underline underline-offset-4 disabled:text-ink-3 disabled:no-underline"
        >
          {t(reset.busy ? 'reset.sending' : 'reset.send')}
        </button>
      )}
      <SubmitButton disabled={!fields.canSubmit || reset.busy} busy={busy} label={t('enter')} />
      {configuration?.registration && (
        <Button
          kind="text"
          className="mt-2 w-full"
          onPointerEnter={preloadOtherForms}
          onFocus={preloadOtherForms}
          onClick={onRegister}
        >
          {t('register.link')}
        </Button>
      )}
    </form>
  );
}

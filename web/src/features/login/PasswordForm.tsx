import type { LoginConfiguration } from '@foyer/contract';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { EnterButton } from './EnterButton.tsx';
import { email, password } from './fieldRules.ts';
import { flawIn, type FormProps } from './formProps.ts';
import { EmailField } from './PersonFields.tsx';
import { TextField } from './TextField.tsx';
import { useAttempt } from './useAttempt.ts';
import { useFields } from './useFields.ts';

const rules = { email, password };

export interface PasswordFormProps extends FormProps {
  readonly configuration: LoginConfiguration | undefined;
  readonly initialEmail: string;
  /** The current page, which the link of a mail leads back to. */
  readonly returnTo: string;
  readonly onRegister: () => void;
}

/** Email and password, with a link to a new one (LOGIN-04) and the way to an account where people make their own. */
export function PasswordForm(props: PasswordFormProps) {
  const { ways, tell, onTyped, entering, configuration, initialEmail, returnTo, onRegister } = props;
  const { t } = useTranslation('login');
  const fields = useFields(rules, { email: initialEmail });
  const signIn = useAttempt('EMAIL_PASSWORD', tell);
  const reset = useAttempt('EMAIL_PASSWORD', tell);
  const busy = signIn.busy || entering;

  const submit = fields.submitBy(async (values) => {
    // Enter sends a form whose button is off.
    if (reset.busy) return undefined;
    return signIn.run(async (givenUp) => {
      await ways.signInWithPassword(values.email.trim(), values.password, givenUp);
      return undefined;
    });
  });
  const sendReset = () =>
    reset.run(async () => {
      await ways.sendPasswordReset(fields.bound.email.value.trim(), returnTo);
      return { kind: 'news', news: 'emailSent' };
    });

  return (
    <form method="post" noValidate aria-busy={busy} onSubmit={submit}>
      <EmailField field={fields.bound.email} form={props} />
      <TextField
        label={t('fields.password')}
        field={fields.bound.password}
        flawedBy={flawIn(props, 'password')}
        type="password"
        name="password"
        autoComplete="current-password"
        autoCapitalize="none"
        dir="ltr"
      />
      {configuration?.passwordReset !== false && (
        <button
          type="button"
          disabled={!fields.valid('email')}
          aria-disabled={reset.busy || busy}
          onClick={() => void sendReset()}
          className="target mb-4 -mt-1 text-small-button font-strong underline underline-offset-4 disabled:text-ink-3 disabled:no-underline"
        >
          {t(reset.busy ? 'reset.sending' : 'reset.send')}
        </button>
      )}
      <EnterButton disabled={!fields.complete || reset.busy} busy={busy} label={t('enter')} />
      {configuration?.registration && (
        <Button kind="text" className="mt-2 w-full" onClick={onRegister}>
          {t('register.link')}
        </Button>
      )}
      <DemoAccounts
        accounts={configuration?.demoAccounts}
        onChoose={(account) => {
          onTyped();
          fields.write({ email: account.email, password: account.password });
        }}
      />
    </form>
  );
}

import { useId, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { routeNames } from '../../../platform/navigation/routeNames.ts';
import { useUi } from '../../../platform/state/ui.ts';
import { Button } from '../../../ui/Button.tsx';
import { SubmitButton } from '../forms/SubmitButton.tsx';
import { email } from '../forms/fieldRules.ts';
import type { FormProps } from '../forms/formProps.ts';
import type { LoginMessage } from '../loginMessage.ts';
import { passwordConfiguration } from '../loginOptions.ts';
import { MessageBox } from '../MessageBox.tsx';
import { EmailField } from '../forms/EmailField.tsx';
import { useSubmission } from '../forms/useSubmission.ts';
import { useFields } from '../forms/useFields.ts';
import type { LoginActions } from '../loginActions.ts';
import { useTexts } from './useTexts.ts';

const rules = { email };

function RequestLinkForm(props: Omit<FormProps, 'signingIn' | 'onInput'>) {
  const { actions, setMessage } = props;
  const { t } = useTexts();
  const { t: login } = useTranslation('login');
  const fields = useFields(rules);
  const attempt = useSubmission('account', setMessage);
  const submit = fields.onSubmit((values) =>
    attempt.run(async () => {
      await actions.sendPasswordReset(values.email.trim(), routeNames.login);
      return { kind: 'news', news: 'emailSent' };
    }),
  );
  return (
    <form method="post" noValidate aria-busy={attempt.busy} onSubmit={submit}>
      <EmailField field={fields.inputs.email} form={props} />
      <SubmitButton
        disabled={!fields.canSubmit}
        busy={attempt.busy}
        label={t('expired.send')}
        busyLabel={login('reset.sending')}
      />
    </form>
  );
}

export interface ExpiredLinkProps {
  readonly actions: LoginActions;
  readonly onLogin: () => Promise<void>;
}

/** For a link that was used, has expired or is incomplete. Offers a new one if the server can send emails. */
export function ExpiredLink({ actions, onLogin }: ExpiredLinkProps) {
  const { t } = useTexts();
  const canSend = useUi(
    ({ loginConfigurations }) => passwordConfiguration(loginConfigurations)?.passwordReset === true,
  );
  const [message, setMessage] = useState<LoginMessage>();
  const messageId = useId();
  return (
    <>
      <h2 tabIndex={-1} className="title-font text-panel tablet:text-[1.875rem]/9">
        {t('expired.title')}
      </h2>
      <p role="alert" className="pt-1 pb-5 text-ink-2">
        {t(canSend ? 'expired.text' : 'expired.plain')}
      </p>
      <MessageBox id={messageId} message={message} onWaitEnd={() => setMessage(undefined)} />
      {canSend && (
        <RequestLinkForm actions={actions} message={message} messageId={messageId} setMessage={setMessage} />
      )}
      <Button kind={canSend ? 'text' : 'primary'} className="mt-2 w-full" onClick={() => void onLogin()}>
        {t('expired.toLogin')}
      </Button>
    </>
  );
}

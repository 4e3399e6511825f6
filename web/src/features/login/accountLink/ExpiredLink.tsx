import { useId, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { routeNames } from '../../../platform/navigation/routeNames.ts';
import { useUi } from '../../../platform/state/ui.ts';
import { Button } from '../../../ui/Button.tsx';
import { EnterButton } from '../EnterButton.tsx';
import { email } from '../fieldRules.ts';
import type { FormProps } from '../formProps.ts';
import type { LoginMessage } from '../loginMessage.ts';
import { passwordConfiguration } from '../loginOptions.ts';
import { MessageBox } from '../MessageBox.tsx';
import { EmailField } from '../PersonFields.tsx';
import { useAttempt } from '../useAttempt.ts';
import { useFields } from '../useFields.ts';
import type { Ways } from '../ways.ts';

const rules = { email };

function AskAgain(props: Omit<FormProps, 'entering' | 'onTyped'>) {
  const { ways, tell } = props;
  const { t } = useTranslation('login');
  const fields = useFields(rules);
  const attempt = useAttempt('account', tell);
  const submit = fields.submitBy((values) =>
    attempt.run(async () => {
      await ways.sendPasswordReset(values.email.trim(), routeNames.login);
      return { kind: 'news', news: 'emailSent' };
    }),
  );
  return (
    <form method="post" noValidate aria-busy={attempt.busy} onSubmit={submit}>
      <EmailField field={fields.bound.email} form={props} />
      <EnterButton
        disabled={!fields.complete}
        busy={attempt.busy}
        label={t('link.expired.send')}
        working={t('reset.sending')}
      />
    </form>
  );
}

export interface ExpiredLinkProps {
  readonly ways: Ways;
  readonly onLogin: () => Promise<void>;
}

/** Used already, too old, or cut off on its way: a new one is asked for here, where mails can be sent. */
export function ExpiredLink({ ways, onLogin }: ExpiredLinkProps) {
  const { t } = useTranslation('login');
  const canSend = useUi(
    ({ loginConfigurations }) => passwordConfiguration(loginConfigurations)?.passwordReset === true,
  );
  const [message, tell] = useState<LoginMessage>();
  const messageId = useId();
  return (
    <>
      <h2 tabIndex={-1} className="flare text-panel tablet:text-[1.875rem]/9">
        {t('link.expired.title')}
      </h2>
      <p role="alert" className="pt-1 pb-5 text-ink-2">
        {t(canSend ? 'link.expired.text' : 'link.expired.plain')}
      </p>
      <MessageBox id={messageId} message={message} onOver={() => tell(undefined)} />
      {canSend && <AskAgain ways={ways} message={message} messageId={messageId} tell={tell} />}
      <Button kind={canSend ? 'text' : 'primary'} className="mt-2 w-full" onClick={() => void onLogin()}>
        {t('link.expired.toLogin')}
      </Button>
    </>
  );
}

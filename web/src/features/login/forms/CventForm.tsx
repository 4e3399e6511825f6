import type { LoginConfiguration } from '@foyer/contract';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { DemoTicket } from './DemoTicket.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { confirmationNumber } from './ticketRules.ts';
import { fieldMessageId, type FormProps } from './formProps.ts';
import { TextField } from './TextField.tsx';
import { useSubmission } from './useSubmission.ts';
import { useFields } from './useFields.ts';
import { signInWithCvent } from '../ticketLogin.ts';

const rules = { number: confirmationNumber };

export interface TicketFormProps extends FormProps {
  readonly configuration: LoginConfiguration | undefined;
}

/** Logs in with a Cvent confirmation number (LOGIN-05). */
export function CventForm(props: TicketFormProps) {
  const { actions, setMessage, onInput, signingIn, configuration } = props;
  const { t } = useTranslation('login');
  const fields = useFields(rules);
  const signIn = useSubmission('CVENT_LOGIN', setMessage);
  const submit = fields.onSubmit(({ number }) =>
    signIn.run((signal) => signInWithCvent(actions, number.trim(), signal)),
  );
  const busy = signIn.busy || signingIn;
  return (
    <form method="post" noValidate aria-busy={busy} onSubmit={submit}>
      <TextField
        label={t('fields.confirmationNumber')}
        field={fields.inputs.number}
        messageId={fieldMessageId(props, 'number')}
        name="confirmationNumber"
        autoComplete="off"
        autoCapitalize="characters"
        dir="ltr"
      />
      <SubmitButton disabled={!fields.canSubmit} busy={busy} label={t('enter')} />
      <DemoTicket
        ticket={configuration?.demoTicket}
        onChoose={(ticket) => {
          onInput();
          fields.setValues({ number: ticket.number });
        }}
      />
    </form>
  );
}

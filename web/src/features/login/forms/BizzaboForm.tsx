import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import type { TicketFormProps } from './CventForm.tsx';
import { DemoTicket } from './DemoTicket.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { email } from './fieldRules.ts';
import { registrationNumber, parseRegistrationNumber } from './ticketRules.ts';
import { fieldMessageId } from './formProps.ts';
import { EmailField } from './EmailField.tsx';
import { TextField } from './TextField.tsx';
import { useSubmission } from './useSubmission.ts';
import { useFields } from './useFields.ts';
import { signInWithBizzabo } from '../ticketLogin.ts';

const rules = { email, number: registrationNumber };

/** Logs in with email and number of a Bizzabo registration (LOGIN-06). */
export function BizzaboForm(props: TicketFormProps) {
  const { actions, setMessage, onInput, signingIn, configuration } = props;
  const { t } = useTranslation('login');
  const fields = useFields(rules);
  const signIn = useSubmission('BIZZABO_LOGIN', setMessage);
  const submit = fields.onSubmit((values) =>
    signIn.run((signal) => {
      const emailAddress = values.email.trim();
      const registrationNumber = parseRegistrationNumber(values.number);
      return signInWithBizzabo(actions, { emailAddress, registrationNumber }, signal);
    }),
  );
  const busy = signIn.busy || signingIn;
  return (
    <form method="post" noValidate aria-busy={busy} onSubmit={submit}>
      <EmailField field={fields.inputs.email} form={props} autoComplete="email" />
      <TextField
        label={t('fields.registrationNumber')}
        field={fields.inputs.number}
        messageId={fieldMessageId(props, 'number')}
        name="registrationNumber"
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
      />
      <SubmitButton disabled={!fields.canSubmit} busy={busy} label={t('enter')} />
      <DemoTicket
        ticket={configuration?.demoTicket}
        onChoose={(ticket) => {
          onInput();
          fields.setValues({ number: ticket.number, email: ticket.email ?? '' });
        }}
      />
    </form>
  );
}

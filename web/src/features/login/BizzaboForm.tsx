import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import type { TicketFormProps } from './CventForm.tsx';
import { DemoTicket } from './DemoTicket.tsx';
import { EnterButton } from './EnterButton.tsx';
import { email, registrationNumber, registrationNumberOf } from './fieldRules.ts';
import { flawIn } from './formProps.ts';
import { EmailField } from './PersonFields.tsx';
import { TextField } from './TextField.tsx';
import { useAttempt } from './useAttempt.ts';
import { useFields } from './useFields.ts';
import { signInWithBizzabo } from './ways.ts';

const rules = { email, number: registrationNumber };

/** Email and number of a Bizzabo registration (LOGIN-06). */
export function BizzaboForm(props: TicketFormProps) {
  const { ways, tell, onTyped, entering, configuration } = props;
  const { t } = useTranslation('login');
  const fields = useFields(rules);
  const signIn = useAttempt('BIZZABO_LOGIN', tell);
  const submit = fields.submitBy((values) =>
    signIn.run((givenUp) => {
      const emailAddress = values.email.trim();
      const registrationNumber = registrationNumberOf(values.number);
      return signInWithBizzabo(ways, { emailAddress, registrationNumber }, givenUp);
    }),
  );
  const busy = signIn.busy || entering;
  return (
    <form method="post" noValidate aria-busy={busy} onSubmit={submit}>
      <EmailField field={fields.bound.email} form={props} autoComplete="email" />
      <TextField
        label={t('fields.registrationNumber')}
        field={fields.bound.number}
        flawedBy={flawIn(props, 'number')}
        name="registrationNumber"
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
      />
      <EnterButton disabled={!fields.complete} busy={busy} label={t('enter')} />
      <DemoTicket
        ticket={configuration?.demoTicket}
        onChoose={(ticket) => {
          onTyped();
          fields.write({ number: ticket.number, email: ticket.email ?? '' });
        }}
      />
    </form>
  );
}

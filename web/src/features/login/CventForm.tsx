import type { LoginConfiguration } from '@foyer/contract';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { DemoTicket } from './DemoTicket.tsx';
import { EnterButton } from './EnterButton.tsx';
import { confirmationNumber } from './fieldRules.ts';
import { flawIn, type FormProps } from './formProps.ts';
import { TextField } from './TextField.tsx';
import { useAttempt } from './useAttempt.ts';
import { useFields } from './useFields.ts';
import { signInWithCvent } from './ways.ts';

const rules = { number: confirmationNumber };

export interface TicketFormProps extends FormProps {
  readonly configuration: LoginConfiguration | undefined;
}

/** The number of a Cvent confirmation (LOGIN-05). */
export function CventForm(props: TicketFormProps) {
  const { ways, tell, onTyped, entering, configuration } = props;
  const { t } = useTranslation('login');
  const fields = useFields(rules);
  const signIn = useAttempt('CVENT_LOGIN', tell);
  const submit = fields.submitBy(({ number }) =>
    signIn.run((givenUp) => signInWithCvent(ways, number.trim(), givenUp)),
  );
  const busy = signIn.busy || entering;
  return (
    <form method="post" noValidate aria-busy={busy} onSubmit={submit}>
      <TextField
        label={t('fields.confirmationNumber')}
        field={fields.bound.number}
        flawedBy={flawIn(props, 'number')}
        name="confirmationNumber"
        autoComplete="off"
        autoCapitalize="characters"
        dir="ltr"
      />
      <EnterButton disabled={!fields.complete} busy={busy} label={t('enter')} />
      <DemoTicket
        ticket={configuration?.demoTicket}
        onChoose={(ticket) => {
          onTyped();
          fields.write({ number: ticket.number });
        }}
      />
    </form>
  );
}

import { createFirstAdministrator } from '@foyer/contract';
import { call } from '../../../platform/api/client.ts';
import { SubmitButton } from '../forms/SubmitButton.tsx';
import { email, newPassword, personName } from '../forms/fieldRules.ts';
import { NewAccountFields } from '../forms/NewAccountFields.tsx';
import { useFields } from '../forms/useFields.ts';
import { requestOptions } from '../loginActions.ts';
import type { LinkFormProps } from './linkFormProps.ts';
import { useLinkSubmission } from './useLinkSubmission.ts';
import { useTexts } from './useTexts.ts';

const rules = { name: personName, email, password: newPassword };

/** Creates the first administrator, with the link that the server prints at its first start. */
export function FirstAdministratorForm(props: LinkFormProps) {
  const { t } = useTexts();
  const fields = useFields(rules);
  const attempt = useLinkSubmission(props);
  const submit = fields.onSubmit((values) =>
    attempt.run(async () => {
      const { password } = values;
      const body = { token: props.token, email: values.email.trim(), name: values.name.trim(), password };
      const { session } = await call(createFirstAdministrator, { ...requestOptions, body });
      return { email: body.email, news: 'confirmed', session };
    }),
  );
  return (
    <form method="post" noValidate aria-busy={attempt.busy} onSubmit={submit}>
      <NewAccountFields inputs={fields.inputs} form={props} />
      <SubmitButton
        disabled={!fields.canSubmit}
        busy={attempt.busy}
        label={t('create')}
        busyLabel={t('creating')}
      />
    </form>
  );
}

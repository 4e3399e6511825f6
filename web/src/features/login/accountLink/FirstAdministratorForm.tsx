import { createFirstAdministrator } from '@foyer/contract';
import { call } from '../../../platform/api/client.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { EnterButton } from '../EnterButton.tsx';
import { email, newPassword, personName } from '../fieldRules.ts';
import { NewPersonFields } from '../PersonFields.tsx';
import { useFields } from '../useFields.ts';
import { asked } from '../ways.ts';
import type { LinkFormProps } from './linkForm.ts';
import { useLinkAttempt } from './useLinkAttempt.ts';

const rules = { name: personName, email, password: newPassword };

/** Whoever holds the link that the first start prints is the first administrator. */
export function FirstAdministratorForm(props: LinkFormProps) {
  const { t } = useTranslation('login');
  const fields = useFields(rules);
  const attempt = useLinkAttempt(props);
  const submit = fields.submitBy((values) =>
    attempt.run(async () => {
      const { password } = values;
      const body = { token: props.token, email: values.email.trim(), name: values.name.trim(), password };
      await call(createFirstAdministrator, { ...asked, body });
      return { email: body.email, news: 'confirmed' };
    }),
  );
  return (
    <form method="post" noValidate aria-busy={attempt.busy} onSubmit={submit}>
      <NewPersonFields bound={fields.bound} form={props} />
      <EnterButton
        disabled={!fields.complete}
        busy={attempt.busy}
        label={t('link.create')}
        working={t('link.creating')}
      />
    </form>
  );
}

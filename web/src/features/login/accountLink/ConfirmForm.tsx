import { confirmAccountLink } from '@foyer/contract';
import type { FormEvent } from 'react';
import { call } from '../../../platform/api/client.ts';
import { SubmitButton } from '../forms/SubmitButton.tsx';
import { requestOptions } from '../loginActions.ts';
import type { LinkFormProps } from './linkFormProps.ts';
import { useLinkSubmission } from './useLinkSubmission.ts';
import { useTexts } from './useTexts.ts';

/** Confirms a new account or a new email. Needs a click, because email programs follow links automatically. */
export function ConfirmForm(props: LinkFormProps) {
  const { t } = useTexts();
  const attempt = useLinkSubmission(props);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await attempt.run(async () => {
      const { kind, email, passwordToken, session } = await call(confirmAccountLink, {
        ...requestOptions,
        body: { token: props.token },
      });
      // Confirmed in a different browser than the one that registered: the password is chosen here.
      if (passwordToken !== undefined) {
        props.onLink(passwordToken);
        return undefined;
      }
      return { email, news: kind === 'emailChange' ? 'emailChanged' : 'confirmed', session };
    });
  };
  return (
    <form method="post" aria-busy={attempt.busy} onSubmit={(event) => void submit(event)}>
      <SubmitButton disabled={false} busy={attempt.busy} label={t('confirm')} busyLabel={t('confirming')} />
    </form>
  );
}

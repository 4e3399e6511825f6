import { confirmAccountLink } from '@foyer/contract';
import type { FormEvent } from 'react';
import { call } from '../../../platform/api/client.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { EnterButton } from '../EnterButton.tsx';
import { asked } from '../ways.ts';
import type { LinkFormProps } from './linkForm.ts';
import { useLinkAttempt } from './useLinkAttempt.ts';

/** A new account, or a new email: one press, for mail programs follow links by themselves. */
export function ConfirmForm(props: LinkFormProps) {
  const { t } = useTranslation('login');
  const attempt = useLinkAttempt(props);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await attempt.run(async () => {
      const { kind, email, passwordToken } = await call(confirmAccountLink, {
        ...asked,
        body: { token: props.token },
      });
      // Confirmed in another browser than the one that registered: the password is chosen here.
      if (passwordToken !== undefined) {
        props.onLink(passwordToken);
        return undefined;
      }
      return { email, news: kind === 'emailChange' ? 'emailChanged' : 'confirmed' };
    });
  };
  return (
    <form method="post" aria-busy={attempt.busy} onSubmit={(event) => void submit(event)}>
      <EnterButton
        disabled={false}
        busy={attempt.busy}
        label={t('link.confirm')}
        working={t('link.confirming')}
      />
    </form>
  );
}

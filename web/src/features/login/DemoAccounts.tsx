import type { LoginConfiguration } from '@foyer/contract';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import type { FormProps } from './forms/formProps.ts';
import { useSubmission } from './forms/useSubmission.ts';

type DemoAccount = NonNullable<LoginConfiguration['demoAccounts']>[number];

const roleTexts = ['ROLE_ATTENDEE', 'ROLE_HOST', 'ROLE_DESIGNER', 'ROLE_ADMIN'] as const;

export interface DemoAccountsProps extends Pick<FormProps, 'actions' | 'setMessage' | 'signingIn'> {
  readonly accounts: readonly DemoAccount[];
}

/** Only in a demo: buttons that log in as the demo account of each role. */
export default function DemoAccounts({ accounts, actions, setMessage, signingIn }: DemoAccountsProps) {
  const { t } = useTranslation('login');
  const { busy, run } = useSubmission('EMAIL_PASSWORD', setMessage);
  const nameOf = (role: string): string => {
    const known = roleTexts.find((name) => name === role);
    return known ? t(`demo.roles.${known}`) : role;
  };
  const signIn = async ({ email, password }: DemoAccount) => {
    if (signingIn) return;
    await run(async (signal) => {
      await actions.signInWithPassword(email, password, signal);
      return undefined;
    });
  };
  return (
    <div role="group" aria-label={t('demo.title')} className="mb-5 border-b border-line pb-5">
      <p className="pb-2 text-caption text-ink-2">{t('demo.title')}</p>
      <div className="flex flex-wrap gap-2">
        {accounts.map((account) => (
          <Button
            key={account.email}
            kind="quiet"
            size="small"
            aria-disabled={busy || signingIn}
            onClick={() => void signIn(account)}
          >
            {nameOf(account.role)}
          </Button>
        ))}
      </div>
      <span role="status" className="sr-only">
        {busy ? t('checking') : ''}
      </span>
    </div>
  );
}

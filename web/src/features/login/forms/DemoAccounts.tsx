import type { LoginConfiguration } from '@foyer/contract';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';

type DemoAccount = NonNullable<LoginConfiguration['demoAccounts']>[number];

const roleTexts = ['ROLE_ATTENDEE', 'ROLE_HOST', 'ROLE_DESIGNER', 'ROLE_ADMIN'] as const;

export interface DemoAccountsProps {
  readonly accounts: readonly DemoAccount[] | undefined;
  readonly onChoose: (account: DemoAccount) => void;
}

/** Only in a demo: buttons that fill in the credentials of demo accounts, without submitting the form. */
export function DemoAccounts({ accounts = [], onChoose }: DemoAccountsProps) {
  const { t } = useTranslation('login');
  if (accounts.length === 0) return null;
  const nameOf = (role: string): string => {
    const known = roleTexts.find((name) => name === role);
    return known ? t(`demo.roles.${known}`) : role;
  };
  return (
    <div role="group" aria-label={t('demo.title')} className="mt-6 border-t border-line pt-4">
      <p className="pb-2 text-caption text-ink-2">{t('demo.title')}</p>
      <div className="flex flex-wrap gap-2">
        {accounts.map((account) => (
          <Button key={account.email} kind="quiet" size="small" onClick={() => onChoose(account)}>
            {nameOf(account.role)}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The account settings. `getAccount` decides which sections are available. */
import warning from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import { getAccount, type ResponseOf } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { regionalTag } from '../../../platform/i18n/regionalTag.ts';
import { useLanguage } from '../../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useUi } from '../../../platform/state/ui.ts';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Statement } from '../../../ui/Statement.tsx';
import { DataSection } from './DataSection.tsx';
import { DeleteSection } from './DeleteSection.tsx';
import { DevicesSection } from './DevicesSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';

type OwnAccount = ResponseOf<typeof getAccount>;

/** The login options of the account as text; the organiser's providers by their display names. */
function useLoginOptions(): (account: OwnAccount) => string {
  const { t } = useTranslation('profile');
  const { language } = useLanguage();
  const configurations = useUi((state) => state.loginConfigurations);
  return ({ hasPassword, providers }) => {
    const names = providers.map((provider) => {
      if (provider === 'cvent' || provider === 'bizzabo') return t(`settings.loginOptions.${provider}`);
      const configured = configurations
        .flatMap((configuration) => configuration.idpProvider ?? [])
        .find(({ providerID }) => providerID === provider);
      return configured?.displayName ?? provider;
    });
    const options = hasPassword ? [t('settings.loginOptions.password'), ...names] : names;
    return new Intl.ListFormat([regionalTag(language), 'en'], { type: 'disjunction' }).format(options);
  };
}

function Settings({ account }: { readonly account: OwnAccount }) {
  const { t } = useTranslation('profile');
  const { language } = useLanguage();
  const options = useLoginOptions()(account);
  const { email, hasPassword, createdAt, mail } = account;
  const date = new Intl.DateTimeFormat([regionalTag(language), 'en'], { dateStyle: 'long' }).format(
    createdAt,
  );
  return (
    <>
      <div className="pb-5">
        <p className="text-caption text-ink-2">{t('settings.loggedInAs')}</p>
        <p className="text-name font-strong [overflow-wrap:anywhere]">
          <bdi>{email}</bdi>
        </p>
        <p className="mt-1 text-caption text-ink-2">
          {options && `${t('settings.logInWith', { options })} `}
          {t('settings.since', { date })}
        </p>
      </div>
      {hasPassword && <EmailSection email={email} mail={mail} />}
      {hasPassword && <PasswordSection email={email} />}
      <DevicesSection />
      <DataSection />
      <DeleteSection email={email} hasPassword={hasPassword} />
    </>
  );
}

function AccountRequest({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation('profile');
  const [account, setAccount] = useState<OwnAccount | 'failed'>();
  useEffect(() => {
    const controller = new AbortController();
    call(getAccount, { report: 'console', retry: false, signal: controller.signal })
      .then(setAccount)
      .catch(() => !controller.signal.aborted && setAccount('failed'));
    return () => controller.abort();
  }, []);
  if (account === undefined) {
    return (
      <div className="flex flex-col gap-5">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-16 w-full" />
        ))}
      </div>
    );
  }
  if (account !== 'failed') return <Settings account={account} />;
  return (
    <Statement
      svg={warning}
      title={t('settings.failed')}
      action={<Button onClick={onRetry}>{t('settings.tryAgain')}</Button>}
    />
  );
}

export function AccountSettings() {
  const [attempt, setAttempt] = useState(0);
  return <AccountRequest key={attempt} onRetry={() => setAttempt(attempt + 1)} />;
}

import warning from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { closeProfile } from '../../platform/state/user.ts';
import { fetchOwnProfile } from '../../platform/session/ownProfile.ts';
import { Button } from '../../ui/Button.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { AccountSettings } from './account/AccountSettings.tsx';
import { AccountButton } from './AccountButton.tsx';
import { PanelBar } from './PanelBar.tsx';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';

interface AskingProps {
  readonly userId: string;
  readonly architectureId: string;
}

/** The profile that should have come with the venue: asked for again. */
function Asking({ userId, architectureId }: AskingProps) {
  const { t } = useTranslation('profile');
  const { t: common } = useTranslation();
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(-1);
  useEffect(() => {
    let here = true;
    void fetchOwnProfile(architectureId, userId).then(() => here && setFailed(tries));
    return () => {
      here = false;
    };
  }, [architectureId, userId, tries]);
  if (failed !== tries) return <ProfileSkeleton />;
  return (
    <Statement
      svg={warning}
      title={t('panel.failed')}
      text={t('panel.failedText')}
      action={<Button onClick={() => setTries(tries + 1)}>{common('common.tryNow')}</Button>}
    />
  );
}

interface LoadingOwnProfileProps extends AskingProps {
  readonly inAccount: boolean;
  readonly onAccount: (inAccount: boolean) => void;
}

/** Until one's own profile has come, and where it does not: the account behind it can be reached either way. */
export function LoadingOwnProfile({ inAccount, onAccount, ...asking }: LoadingOwnProfileProps) {
  const { t } = useTranslation('profile');
  return (
    <>
      <PanelBar
        {...(inAccount && { title: t('panel.account'), onBack: () => onAccount(false) })}
        onClose={closeProfile}
      >
        {!inAccount && <AccountButton onClick={() => onAccount(true)} />}
      </PanelBar>
      {inAccount ? (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-2 pb-6">
          <AccountSettings />
        </div>
      ) : (
        <Asking {...asking} />
      )}
    </>
  );
}

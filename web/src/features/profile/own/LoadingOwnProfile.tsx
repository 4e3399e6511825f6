import warning from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { fetchOwnProfile } from '../../session/index.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Statement } from '../../../ui/Statement.tsx';
import { AccountSettings } from '../account/AccountSettings.tsx';
import { AccountButton } from './AccountButton.tsx';
import { PanelBar } from '../PanelBar.tsx';
import { ProfileSkeleton } from '../ProfileSkeleton.tsx';
import { useProfilesModel } from '../useProfiles.ts';

interface RequestProps {
  readonly userId: string;
  readonly architectureId: string;
}

/** Requests the profile again if it did not load with the venue. */
function OwnProfileRequest({ userId, architectureId }: RequestProps) {
  const { t } = useTranslation('profile');
  const { t: common } = useTranslation();
  const visit = useVisit();
  const [attempts, setAttempts] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState(-1);
  useEffect(() => {
    let isActive = true;
    void fetchOwnProfile(visit, architectureId, userId).then(() => isActive && setFailedAttempt(attempts));
    return () => {
      isActive = false;
    };
  }, [visit, architectureId, userId, attempts]);
  if (failedAttempt !== attempts) return <ProfileSkeleton />;
  return (
    <Statement
      svg={warning}
      title={t('panel.failed')}
      text={t('panel.failedText')}
      action={<Button onClick={() => setAttempts(attempts + 1)}>{common('common.tryNow')}</Button>}
    />
  );
}

interface LoadingOwnProfileProps extends RequestProps {
  readonly inAccount: boolean;
  readonly onAccount: (inAccount: boolean) => void;
}

/**
 * Shown until the user's own profile has loaded, or if it fails to load. The account settings are available
 * meanwhile.
 */
export function LoadingOwnProfile({ inAccount, onAccount, ...request }: LoadingOwnProfileProps) {
  const { t } = useTranslation('profile');
  const { close } = useProfilesModel();
  return (
    <>
      <PanelBar
        {...(inAccount && { title: t('panel.account'), onBack: () => onAccount(false) })}
        onClose={close}
      >
        {!inAccount && <AccountButton onClick={() => onAccount(true)} />}
      </PanelBar>
      {inAccount ? (
        <div className="fade-end min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-2 pb-6">
          <AccountSettings />
        </div>
      ) : (
        <OwnProfileRequest {...request} />
      )}
    </>
  );
}

import warning from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { closeProfile } from '../../platform/state/user.ts';
import { fetchOwnProfile } from '../../platform/session/ownProfile.ts';
import { Button } from '../../ui/Button.tsx';
import { SlotPanel } from '../../ui/SlotPanel.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { PanelBar } from './PanelBar.tsx';
import { profileOpener } from './profileOpener.ts';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';

/** The profile that should have come with the venue: asked for again. */
export function LoadingOwnProfile(props: { readonly userId: string; readonly architectureId: string }) {
  const { userId, architectureId } = props;
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
  return (
    <SlotPanel id="profile" label={t('panel.own')} onClose={closeProfile} opener={profileOpener}>
      <PanelBar onClose={closeProfile} />
      {failed === tries ? (
        <Statement
          svg={warning}
          title={t('panel.failed')}
          text={t('panel.failedText')}
          action={<Button onClick={() => setTries(tries + 1)}>{common('common.tryNow')}</Button>}
        />
      ) : (
        <ProfileSkeleton />
      )}
    </SlotPanel>
  );
}

import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { PageContext } from '../../extensions/page.ts';
import { clearAllowedOnce } from '../../platform/consent/allowedOnce.ts';
import { decisionKey } from '../../platform/consent/decisionStorage.ts';
import { applyStoredDecision } from '../../platform/consent/openConsents.ts';
import { withConsentReports } from '../../platform/consent/withConsentReports.ts';
import { privacyPreferencesHash } from '../../platform/navigation/guards.ts';
import { useCookieBanner, useIsCookieBannerVisible } from '../../platform/state/cookieBanner.ts';
import { useUser } from '../../platform/state/user.ts';
import { BlockedNotice } from './BlockedNotice.tsx';
import { ConsentDialog } from './ConsentDialog.tsx';

/** Applies what is decided in other tabs of this browser. */
function useOtherTabs(): void {
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent): void => {
      const { settings } = useCookieBanner.getState();
      // Without a key the whole storage was cleared.
      if (key !== null && (!settings || key !== decisionKey(settings.architectureId))) return;
      clearAllowedOnce();
      applyStoredDecision();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
}

/** Sends the reports that an earlier visit could not send, at once and with the next session. */
function useWaitingReports(): void {
  useEffect(() => {
    const send = (): void => withConsentReports(({ sendWaitingReports }) => sendWaitingReports());
    send();
    return useUser.subscribe(({ authToken }, before) => {
      if (authToken !== null && before.authToken === null) send();
    });
  }, []);
}

export default function ConsentHost({ isMeeting }: PageContext) {
  const isVisible = useIsCookieBannerVisible();
  const router = useRouter();
  useOtherTabs();
  useWaitingReports();
  // Not whenever the hash is there and the banner is not: a navigation sets the hash before its guard opens the banner.
  const wasVisible = useRef(isVisible);
  useEffect(() => {
    const closes = wasVisible.current && !isVisible;
    wasVisible.current = isVisible;
    if (closes && router.state.location.hash === privacyPreferencesHash)
      void router.navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
  }, [isVisible, router]);
  if (isVisible) return <ConsentDialog />;
  return !isMeeting && <BlockedNotice />;
}

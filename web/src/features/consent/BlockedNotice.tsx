import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { privacyPreferencesHash } from '../../platform/navigation/guards.ts';
import { createSnackbars } from '../../platform/snackbars.ts';
import { useMedia } from '../../platform/media.ts';
import { useUi } from '../../platform/state/ui.ts';
import { useCookieBanner } from '../../platform/state/cookieBanner.ts';
import { createVenueState } from '../../platform/state/venue.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { useBlockedContent } from './useBlockedContent.ts';

/** Whether the notice would cover what the user has opened: the panel of a widget, or on a phone any dialog. */
function useIsCovering(): boolean {
  const isPhone = useMedia('phone');
  return useUi(({ activeDialogStack }) =>
    activeDialogStack.some(({ followsAddress }) => isPhone || followsAddress),
  );
}

/** A snackbar about the blocked content of the area (CONSENT-08). Once closed, it stays away until the next area. */
export function BlockedNotice() {
  const { t } = useTranslation('consent');
  const { t: shell } = useTranslation();
  const router = useRouter();
  const visit = useVisit();
  const snackbars = visit.get(createSnackbars);
  const list = useBlockedContent();
  const isOn = useCookieBanner((state) => state.blockedContentNotification);
  useEffect(
    () =>
      visit.get(createVenueState).subscribe(({ currentAreaId }, before) => {
        if (currentAreaId !== before.currentAreaId)
          useCookieBanner.setState({ blockedContentNotification: true });
      }),
    [visit],
  );
  const isCovering = useIsCovering();
  const text = isOn && !isCovering && list !== '' ? t('blocked.notice', { list }) : '';
  const label = shell('page.privacyPreferences');
  useEffect(() => {
    if (text === '') return undefined;
    const id = snackbars.show(text, {
      tone: 'warning',
      timeout: 0,
      action: {
        label,
        run: () => {
          // Every action hides the snackbar, but the user has not closed this one.
          useCookieBanner.setState({ blockedContentNotification: true });
          void router.navigate({ to: '.', search: true, hash: privacyPreferencesHash });
        },
      },
    });
    const unsubscribe = snackbars.store.subscribe(({ list: shown }) => {
      if (!shown.some((snackbar) => snackbar.id === id))
        useCookieBanner.setState({ blockedContentNotification: false });
    });
    return () => {
      unsubscribe();
      snackbars.hide(id);
    };
  }, [text, label, router, snackbars]);
  return null;
}

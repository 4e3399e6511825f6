/** The privacy preferences, in venues with a cookie banner. */
import shieldIcon from '@phosphor-icons/core/regular/shield-check.svg?raw';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { privacyPreferencesHash } from '../../platform/navigation/guards.ts';
import { useHasCookieBanner } from '../../platform/state/cookieBanner.ts';
import type { AccountEntry, AccountMenuExtensions } from '../../extensions/accountMenu.ts';

function usePrivacyEntry(): AccountEntry | undefined {
  const { t } = useTranslation();
  const router = useRouter();
  const hasBanner = useHasCookieBanner();
  if (!hasBanner) return undefined;
  return {
    key: 'privacy',
    icon: shieldIcon,
    label: t('page.privacyPreferences'),
    run: () => void router.navigate({ to: '.', search: true, hash: privacyPreferencesHash }),
  };
}

export const extensions: AccountMenuExtensions = { entries: [{ order: 20, useEntry: usePrivacyEntry }] };

import { useCallback } from 'react';
import { useIsProviderAllowed } from '../../platform/consent/useIsProviderAllowed.ts';
import type { ActiveWidget } from '../registry/activeWidgets.ts';
import { displayModeOf } from './displayMode.ts';
import { addressOf } from './newTabLink.ts';

/**
 * Returns a function: whether a widget needs the user's consent before it can be opened. Content that opens in a new tab
 * does not: it is not part of this page.
 */
export function useNeedsConsent(): (active: ActiveWidget) => boolean {
  const isAllowed = useIsProviderAllowed();
  return useCallback(
    (active) =>
      displayModeOf(active, addressOf(active) !== undefined) !== 'NEW_TAB' &&
      !active.configuration.cookieProviders.every(isAllowed),
    [isAllowed],
  );
}

import { useCallback } from 'react';
import { useIsProviderAllowed } from '../../platform/consent/useIsProviderAllowed.ts';
import type { ActiveWidget } from '../registry/activeWidgets.ts';
import { entryOf } from '../registry/registry.ts';
import { opensInNewTab } from './newTabLink.ts';

/**
 * Returns a function: whether a widget needs the user's consent before it can be opened. Content that opens in a new tab
 * does not: it is not part of this page. Neither does a widget that asks for consent itself.
 */
export function useNeedsConsent(): (active: ActiveWidget) => boolean {
  const isAllowed = useIsProviderAllowed();
  return useCallback(
    (active) =>
      !entryOf(active.widget.type)?.gatesParts &&
      !opensInNewTab(active) &&
      !active.configuration.cookieProviders.every(isAllowed),
    [isAllowed],
  );
}

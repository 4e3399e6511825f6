/** Navigation after a login and a logout; the route guards do the rest. */
import { useUi } from '../platform/state/ui.ts';
import { clearVenue, useVenue } from '../platform/state/venue.ts';
import type { RouteTraits } from '../platform/navigation/routeNames.ts';
import type { SessionNavigator } from '../platform/session/session.ts';
import { discardPendingVenues, fetchVenue } from '../platform/venue/loadVenue.ts';
import { logError } from '../platform/log.ts';

interface Pages {
  /** Whether the current page is the login page. */
  isAtLogin(): boolean;
  /** The traits of the current route. */
  traits(): RouteTraits;
  /** Leaves the login page for the page that was requested. */
  continueFromLogin(): void;
  /** Runs the guards of the page again. */
  rerunGuards(): Promise<void>;
}

/** Reloads an anonymous venue without the content that requires a role (SESSION-04, SESSION-05). */
async function reloadAsGuest(): Promise<void> {
  const { architecture, venueVersion } = useVenue.getState();
  if (architecture && venueVersion) await fetchVenue(architecture.id, venueVersion);
}

export const sessionNavigation = (pages: Pages): SessionNavigator => ({
  continueFromLogin() {
    if (pages.isAtLogin()) pages.continueFromLogin();
  },
  leaveVenue() {
    discardPendingVenues();
    const left = useUi.getState().loginEnabled
      ? // The page is left before the venue is cleared, because its components need the venue.
        pages.rerunGuards().then(clearVenue)
      : reloadAsGuest();
    left.catch((error: unknown) => logError('SESSION', 'venue could not be left', error));
  },
  leadsToLogin() {
    const { open = false, login = false } = pages.traits();
    return !open || login;
  },
  reloadPage: () => location.reload(),
});

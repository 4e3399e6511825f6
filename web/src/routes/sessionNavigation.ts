/** Navigation after a login and a logout; the route guards do the rest. */
import { clearVenue } from '../platform/state/venue.ts';
import type { RouteTraits } from '../platform/navigation/routeNames.ts';
import type { SessionNavigator } from '../platform/session/session.ts';
import { discardPendingVenues } from '../platform/venue/loadVenue.ts';
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

export const sessionNavigation = (pages: Pages): SessionNavigator => ({
  continueFromLogin() {
    if (pages.isAtLogin()) pages.continueFromLogin();
  },
  leaveVenue() {
    discardPendingVenues();
    pages
      .rerunGuards()
      // The page is left before the venue is cleared, because its components need the venue.
      .then(clearVenue)
      .catch((error: unknown) => logError('SESSION', 'venue could not be left', error));
  },
  leadsToLogin() {
    const { open = false, login = false } = pages.traits();
    return !open || login;
  },
  reloadPage: () => location.reload(),
});

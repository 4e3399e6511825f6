/** Where a login and a logout lead a person; the guards know the rest. */
import { useUi } from '../platform/state/ui.ts';
import { clearVenue, useVenue } from '../platform/state/venue.ts';
import type { RouteTraits } from '../platform/navigation/routeNames.ts';
import type { SessionNavigator } from '../platform/session/session.ts';
import { discardPendingVenues, fetchVenue } from '../platform/venue/loadVenue.ts';
import { logError } from '../platform/log.ts';

interface Pages {
  /** Whether the page that shows is the login. */
  isAtLogin(): boolean;
  /** What the page that shows says of itself. */
  traits(): RouteTraits;
  /** On from the login, which leads whoever is logged in to where they wanted to go. */
  continueFromLogin(): void;
  /** Runs the guards of the page again. */
  rerunGuards(): Promise<void>;
}

/** An anonymous venue stays, loaded anew: what only a role may see goes (SESSION-04, SESSION-05). */
async function reloadAsVisitor(): Promise<void> {
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
      ? // The page goes first: one that lost its venue under its feet would ask for what is no longer there.
        pages.rerunGuards().then(clearVenue)
      : reloadAsVisitor();
    left.catch((error: unknown) => logError('SESSION', 'the venue could not be left', error));
  },
  leadsToLogin() {
    const { open = false, login = false } = pages.traits();
    return !open || login;
  },
  reloadPage: () => location.reload(),
});

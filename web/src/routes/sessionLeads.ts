/** Where a login and a logout lead a person; the guards know the rest. */
import { useUi } from '../platform/state/ui.ts';
import { clearVenue, useVenue } from '../platform/state/venue.ts';
import type { SessionNavigator } from '../platform/session/session.ts';
import { fetchVenue } from '../platform/venue/loadVenue.ts';
import { logError } from '../platform/log.ts';

interface Pages {
  /** Whether the page that shows is the login. */
  isAtLogin(): boolean;
  /** Runs the guards of the page again. */
  reconsider(): Promise<void>;
}

/** An anonymous venue stays, loaded anew: what only a role may see goes (SESSION-04, SESSION-05). */
async function reloadAsVisitor(): Promise<void> {
  const { architecture, venueVersion } = useVenue.getState();
  if (architecture && venueVersion) await fetchVenue(architecture.id, venueVersion);
}

export const sessionLeads = (pages: Pages): SessionNavigator => ({
  leadOn() {
    if (pages.isAtLogin()) void pages.reconsider();
  },
  leaveVenue() {
    const left = useUi.getState().loginEnabled
      ? // The page goes first: one that lost its venue under its feet would ask for what is no longer there.
        pages.reconsider().then(clearVenue)
      : reloadAsVisitor();
    left.catch((error: unknown) => logError('SESSION', 'the venue could not be left', error));
  },
});

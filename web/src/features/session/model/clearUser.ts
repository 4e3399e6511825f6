import { visitorIdKey } from '../../../platform/analytics/track.ts';
import { useUser } from '../../../platform/state/user.ts';
import { browserStorage } from '../../../platform/storage/browserStorage.ts';

/**
 * Clears the user at the end of a session. Consents belong to the browser and stay. The visitor id does not, and is
 * removed here because the tracker may not be loaded yet.
 */
export function clearUser(): void {
  browserStorage.remove(visitorIdKey);
  useUser.setState({ isLoggedIn: false, user: null, authToken: null, profileState: 'NONE', roles: [] });
}

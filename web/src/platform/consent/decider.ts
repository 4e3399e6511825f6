/** Who takes a privacy decision. */
import { sessionClaims } from '../backend/tokenPayload.ts';
import { browserStorage } from '../storage/browserStorage.ts';

const consentIdKey = 'foyer.consentId';

/** The account or guest of the session; a browser with a stage link is neither. */
export function sessionUserId(): string | undefined {
  const claims = sessionClaims();
  return claims?.kind === 'stage' ? undefined : claims?.sub;
}

/** The random id of this browser, for decisions without a session; null if there was none. */
export const storedBrowserId = (): string | null => browserStorage.get(consentIdKey);

/** Who decides now: the user of the session, else this browser, by an id that is made with its first decision. */
export function deciderId(): string {
  const known = sessionUserId() ?? storedBrowserId();
  if (known !== null) return known;
  const created = `consent-${crypto.randomUUID()}`;
  browserStorage.set(consentIdKey, created);
  return created;
}

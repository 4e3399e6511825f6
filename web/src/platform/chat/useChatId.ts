/** Whether there is chat for whoever is here: for accounts always, for guests where the venue has a standing room. */
import { useMemo } from 'react';
import { decodePayload } from '../backend/tokenPayload.ts';
import { useUser } from '../state/user.ts';
import { areaOf, useVenue, type VenueState } from '../state/venue.ts';

const hasStandingRoom = (venue: VenueState): boolean =>
  (venue.architecture?.globalWidgets.some(({ type }) => type === 'GlobalChatWidget') ?? false) ||
  (areaOf(venue, venue.currentAreaId)?.contentWidgets.some(({ type }) => type === 'AreaChatWidget') ?? false);

/** The identity of a visitor without an account (ROLE-04), which stands in their token alone; no other token has one. */
function guestIn(token: string): string | undefined {
  try {
    const { sub, kind } = decodePayload(token) as { readonly sub: string; readonly kind: string };
    return kind === 'guest' ? sub : undefined;
  } catch {
    return undefined;
  }
}

/** One's id in chat; undefined where there is none. */
export function useChatId(): string | undefined {
  const user = useUser((state) => state.user);
  const token = useUser((state) => state.authToken);
  const hasRoom = useVenue(hasStandingRoom);
  const guestId = useMemo(() => (user || !token ? undefined : guestIn(token)), [user, token]);
  // Whom a stage link let in has no email.
  if (user) return user.email === '' ? undefined : user.userId;
  return hasRoom ? guestId : undefined;
}

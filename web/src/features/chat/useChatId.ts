/** The chat identity of the attendee. Users always have one; guests only where the venue or area has a built-in room. */
import { useMemo } from 'react';
import { decodePayload } from '../../platform/backend/tokenPayload.ts';
import { useUser } from '../../platform/state/user.ts';
import { areaOf, useVenue, type VenueState } from '../../platform/state/venue.ts';

const hasBuiltInRoom = (venue: VenueState): boolean =>
  (venue.architecture?.globalWidgets.some(({ type }) => type === 'GlobalChatWidget') ?? false) ||
  (areaOf(venue, venue.currentAreaId)?.contentWidgets.some(({ type }) => type === 'AreaChatWidget') ?? false);

/** The id of a guest (ROLE-04) from their token; undefined for other tokens. */
function guestIn(token: string): string | undefined {
  try {
    const { sub, kind } = decodePayload(token) as { readonly sub: string; readonly kind: string };
    return kind === 'guest' ? sub : undefined;
  } catch {
    return undefined;
  }
}

/** The id of a guest; undefined for users, and before a session is open. */
export function useGuestId(): string | undefined {
  const user = useUser((state) => state.user);
  const token = useUser((state) => state.authToken);
  return useMemo(() => (user || !token ? undefined : guestIn(token)), [user, token]);
}

/** The attendee's id in chat; undefined if chat is not available. */
export function useChatId(): string | undefined {
  const user = useUser((state) => state.user);
  const hasRoom = useVenue(hasBuiltInRoom);
  const guestId = useGuestId();
  // Users of a stage link have no email and no chat.
  if (user) return user.email === '' ? undefined : user.userId;
  return hasRoom ? guestId : undefined;
}

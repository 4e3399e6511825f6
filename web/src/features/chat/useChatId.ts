/** The chat identity of the attendee. Users always have one; guests only where there is a room for them. */
import { useMemo } from 'react';
import { claimsOf } from '../../platform/backend/tokenPayload.ts';
import { useUser } from '../../platform/state/user.ts';
import { areaOf, useVenue, type VenueState } from '../../platform/state/venue.ts';
import { useChat } from './useChat.ts';

const hasBuiltInRoom = (venue: VenueState): boolean =>
  (venue.architecture?.globalWidgets.some(({ type }) => type === 'GlobalChatWidget') ?? false) ||
  (areaOf(venue, venue.currentAreaId)?.contentWidgets.some(({ type }) => type === 'AreaChatWidget') ?? false);

/** The id of a guest (ROLE-04) from their token; undefined for other tokens. */
function guestIn(token: string): string | undefined {
  try {
    const { sub, kind } = claimsOf(token);
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

/** The id of the attendee if they have a chat with rooms: all users, and guests if `hasRoom`. */
function useAttendeeId(hasRoom: boolean): string | undefined {
  const user = useUser((state) => state.user);
  const guestId = useGuestId();
  // Users of a stage link have no email and no chat.
  if (user) return user.email === '' ? undefined : user.userId;
  return hasRoom ? guestId : undefined;
}

/** The attendee's id in chat; undefined if they have no chat to open. */
export const useChatId = (): string | undefined => useAttendeeId(useVenue(hasBuiltInRoom));

/** As `useChatId`. Guests also have an id while a discussion or a wall is shown, which need no chat to open. */
export function useParticipantId(): string | undefined {
  const hasBuiltIn = useVenue(hasBuiltInRoom);
  const hasPlace = useChat(({ openPlaces }) => openPlaces.size > 0);
  return useAttendeeId(hasBuiltIn || hasPlace);
}

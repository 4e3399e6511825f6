/** The displayed names of people and rooms in the language of the user. */
import type { ChatRoom, ChatUser } from '@foyer/contract';
import { useCallback } from 'react';
import { useLocalized } from '../../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useVenue } from '../../../platform/state/venue.ts';
import { nameOfRoom, nameOfUser } from '../model/names.ts';
import { placeName } from '../model/placeInVenue.ts';
import { useChat } from '../useChat.ts';

export interface ChatNames {
  readonly userName: (user: ChatUser | undefined) => string;
  readonly nameOf: (uid: string) => string;
  readonly roomName: (room: ChatRoom) => string;
}

export function useChatNames(): ChatNames {
  const { t } = useTranslation('chat');
  const localized = useLocalized();
  const venue = useVenue((state) => state);
  const users = useChat((data) => data.users);
  const userName = useCallback((user: ChatUser | undefined) => nameOfUser(user, t), [t]);
  const nameOf = useCallback((uid: string) => userName(users.get(uid) ?? { uid }), [users, userName]);
  const roomName = useCallback(
    (room: ChatRoom) => nameOfRoom(room, t, (place) => placeName(place, venue, localized)),
    [t, venue, localized],
  );
  return { userName, nameOf, roomName };
}

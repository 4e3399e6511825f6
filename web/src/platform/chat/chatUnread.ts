import { create } from 'zustand';

export interface ChatUnread {
  /** The number of unread messages in all rooms, without those whose notifications are off. */
  readonly count: number;
  /** The room with all of these messages; undefined if there are several. */
  readonly onlyRoomId: string | undefined;
  /** Whether any of these messages mentions the user. */
  readonly isMentioned: boolean;
}

export const noUnread: ChatUnread = { count: 0, onlyRoomId: undefined, isMentioned: false };

export const useChatUnread = create<ChatUnread>(() => noUnread);

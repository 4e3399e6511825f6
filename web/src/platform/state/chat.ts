import { create } from 'zustand';

/** The chat panel (STATE-04). Open and expanded are two things: minimized it is still open. */
export interface ChatState {
  readonly opened: boolean;
  readonly expanded: boolean;
  /** Ids of the rooms whose conversations are open, the one in sight first; none: the list of rooms. */
  readonly roomChats: readonly string[];
  /** With whom one wants to talk, until the room of the two is there. */
  readonly attendeeToChatUid: string | null;
}

export const initialChat: ChatState = {
  opened: false,
  expanded: true,
  roomChats: [],
  attendeeToChatUid: null,
};

export const useChat = create<ChatState>(() => initialChat);

import { create } from 'zustand';

/** The chat panel (STATE-04). A minimized panel is open but not expanded. */
export interface ChatState {
  readonly opened: boolean;
  readonly expanded: boolean;
  /** Ids of the open rooms, the visible one first; empty while the list of rooms is shown. */
  readonly roomChats: readonly string[];
  /** The user to start a private chat with, until the private room exists. */
  readonly attendeeToChatUid: string | null;
}

export const initialChat: ChatState = {
  opened: false,
  expanded: true,
  roomChats: [],
  attendeeToChatUid: null,
};

export const useChat = create<ChatState>(() => initialChat);

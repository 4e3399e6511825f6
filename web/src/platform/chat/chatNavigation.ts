/** Opening, closing, expanding and minimizing the chat, each independent of the others (CHAT-02). */
import { create } from 'zustand';
import { followStore, replaceSidePanels, type SidePanel } from '../sidePanels.ts';
import { useChat } from '../state/chat.ts';
import { useUi } from '../state/ui.ts';
import { useChatUnread } from './chatUnread.ts';

/** The built-in room to open, until the server has returned it. */
export type BuiltInRoomPlace = { readonly areaId: string } | { readonly global: true };
export const usePendingBuiltInRoom = create<{ readonly place: BuiltInRoomPlace | null }>(() => ({
  place: null,
}));

export function clearPendingRoom(): void {
  usePendingBuiltInRoom.setState({ place: null });
  if (useChat.getState().attendeeToChatUid === null) return;
  useChat.setState({ attendeeToChatUid: null });
  useUi.setState({ attendeeToChatWith: null });
}

export const minimizeChat = (): void => useChat.setState({ expanded: false });

/** The expanded chat. Another side panel minimizes it. */
const chatPanel: SidePanel = { id: 'chat', close: minimizeChat };
followStore(chatPanel, useChat, ({ opened, expanded }) => opened && expanded);

function openInPlaceOfOtherPanels(show: () => void): void {
  replaceSidePanels(chatPanel, () => {
    show();
    useChat.setState({ opened: true });
  });
}

/** Opens the panel as it was. With a room, sets the room first and expands the panel. */
export function openChat(roomId?: string): void {
  openInPlaceOfOtherPanels(() => {
    if (roomId === undefined) return;
    clearPendingRoom();
    useChat.setState({ roomChats: [roomId], expanded: true });
  });
}

export function closeChat(): void {
  clearPendingRoom();
  useChat.setState({ opened: false });
}

export function expandChat(): void {
  const expand = (): void => useChat.setState({ expanded: true });
  if (useChat.getState().opened) openInPlaceOfOtherPanels(expand);
  else expand();
}

/** Opens the panel expanded, whether it was closed or minimized. */
export const openExpandedChat = (): void =>
  openInPlaceOfOtherPanels(() => useChat.setState({ expanded: true }));

/** Opens the panel expanded, with the only room that has unread messages unless a room is open in the minimized panel. */
export function openUnreadChat(): void {
  const { opened, roomChats } = useChat.getState();
  const { onlyRoomId } = useChatUnread.getState();
  const hasOpenRoom = opened && roomChats.length > 0;
  if (onlyRoomId === undefined || hasOpenRoom) openExpandedChat();
  else openChat(onlyRoomId);
}

/** Returns to the list of rooms. */
export function showRoomList(): void {
  clearPendingRoom();
  useChat.setState({ roomChats: [] });
}

/** Opens the private room with a user (CHAT-08). */
export function startChat(uid: string): void {
  openInPlaceOfOtherPanels(() => {
    usePendingBuiltInRoom.setState({ place: null });
    useUi.setState({ attendeeToChatWith: uid });
    useChat.setState({ attendeeToChatUid: uid, roomChats: [], expanded: true });
  });
}

/** Opens the built-in room of an area or of the venue (WIDGET-01, WIDGET-22). */
export function openBuiltInRoom(place: BuiltInRoomPlace): void {
  openInPlaceOfOtherPanels(() => {
    clearPendingRoom();
    usePendingBuiltInRoom.setState({ place });
    useChat.setState({ roomChats: [], expanded: true });
  });
}

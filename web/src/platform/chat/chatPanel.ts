/** Opening, closing, expanding and minimizing the chat, each independent of the others (CHAT-02). */
import { create } from 'zustand';
import { waitForGuards } from '../navigation/widgetGuards.ts';
import { closePresenceAndProfile } from '../presence/presencePanel.ts';
import { useChat } from '../state/chat.ts';
import { useUi } from '../state/ui.ts';

/** The standing room that one wants to see, until it is known. */
export type StandingPlace = { readonly areaId: string } | { readonly global: true };
export const useStandingWish = create<{ readonly place: StandingPlace | null }>(() => ({ place: null }));

export function forgetWishes(): void {
  useStandingWish.setState({ place: null });
  if (useChat.getState().attendeeToChatUid === null) return;
  useChat.setState({ attendeeToChatUid: null });
  useUi.setState({ attendeeToChatWith: null });
}

/** There is one slot at the end side: chat takes it from people and profiles, when nothing there is left unsaved. */
function takeSlot(show: () => void): void {
  const take = (): void => {
    // First of all: whoever is in the slot would have chat make way.
    closePresenceAndProfile();
    show();
    useChat.setState({ opened: true });
  };
  if (useUi.getState().widgetsWithNavigationGuards.length === 0) take();
  else void waitForGuards().then((isHeld) => !isHeld && take());
}

/** Opens the panel as it was; with a room the rooms come first, and it is expanded. */
export function openChat(roomId?: string): void {
  takeSlot(() => {
    if (roomId === undefined) return;
    forgetWishes();
    useChat.setState({ roomChats: [roomId], expanded: true });
  });
}

export function closeChat(): void {
  forgetWishes();
  useChat.setState({ opened: false });
}

export function expandChat(): void {
  const expand = (): void => useChat.setState({ expanded: true });
  if (useChat.getState().opened) takeSlot(expand);
  else expand();
}

/** As large as it is, wherever it was. */
export const openWholeChat = (): void => takeSlot(() => useChat.setState({ expanded: true }));

export const minimizeChat = (): void => useChat.setState({ expanded: false });

/** Back to the list of rooms. */
export function leaveConversation(): void {
  forgetWishes();
  useChat.setState({ roomChats: [] });
}

/** Opens the conversation with somebody (CHAT-08). */
export function startChat(uid: string): void {
  takeSlot(() => {
    useStandingWish.setState({ place: null });
    useUi.setState({ attendeeToChatWith: uid });
    useChat.setState({ attendeeToChatUid: uid, roomChats: [], expanded: true });
  });
}

/** Opens the standing room of an area or of the venue (WIDGET-01, WIDGET-22). */
export function openStandingChat(place: StandingPlace): void {
  takeSlot(() => {
    forgetWishes();
    useStandingWish.setState({ place });
    useChat.setState({ roomChats: [], expanded: true });
  });
}

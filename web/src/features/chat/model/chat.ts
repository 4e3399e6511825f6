/**
 * The chat of a visit: its state, and opening, closing, expanding and minimizing the panel, each independent of the others
 * (CHAT-02). Other features use it before the rest of the chat is downloaded; until then the panel shows that it loads.
 */
import { createStore, type StoreApi } from 'zustand';
import { createSidePanels, type SidePanel } from '../../../platform/sidePanels.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import {
  initialChat,
  initialPanel,
  initialView,
  type BuiltInRoomPlace,
  type ChatState,
} from './chatState.ts';

export interface Chat {
  readonly store: StoreApi<ChatState>;
  /** Makes the chat available to the attendee, for the rest of the visit. */
  readonly identify: (ownId: string) => void;
  /** Opens the panel as it was. With a room, sets the room first and expands the panel. */
  readonly open: (roomId?: string) => void;
  readonly close: () => void;
  readonly minimize: () => void;
  readonly expand: () => void;
  /** Opens the panel expanded, whether it was closed or minimized. */
  readonly openExpanded: () => void;
  /** Opens the panel expanded, with the only room that has unread messages unless a room is open in the minimized panel. */
  readonly openUnread: () => void;
  /** Returns to the list of rooms. */
  readonly showRooms: () => void;
  /** Opens the private room with a user (CHAT-08). */
  readonly startWith: (uid: string) => void;
  /** Opens the built-in room of an area or of the venue (WIDGET-01, WIDGET-22). */
  readonly openBuiltInRoom: (place: BuiltInRoomPlace) => void;
  /** Closes the panel, its room and its dialogs on a page that has no chat. */
  readonly hide: () => void;
}

/** While a room is being opened. */
const inPanel = { roomChats: [], expanded: true, aside: null } as const;

export function createChat(visit: Visit): Chat {
  const panels = visit.get(createSidePanels);
  const store = createStore<ChatState>(() => initialChat);
  const { getState, setState } = store;

  function clearPending(): void {
    if (getState().pendingPlace !== null) setState({ pendingPlace: null });
    if (getState().attendeeToChatUid !== null) setState({ attendeeToChatUid: null });
  }

  const minimize = (): void => setState({ expanded: false });
  /** The expanded chat. Another side panel minimizes it. */
  const panel: SidePanel = { id: 'chat', close: minimize };
  panels.follow(panel, store, ({ opened, expanded }) => opened && expanded);

  const openInPlaceOfOtherPanels = (show: () => void): void =>
    panels.replace(panel, () => {
      show();
      setState({ opened: true });
    });

  const openExpanded = (): void => openInPlaceOfOtherPanels(() => setState({ expanded: true }));

  function open(roomId?: string): void {
    openInPlaceOfOtherPanels(() => {
      if (roomId === undefined) return;
      clearPending();
      setState({ roomChats: [roomId], expanded: true, aside: null });
    });
  }

  return {
    store,
    open,
    minimize,
    openExpanded,
    identify(ownId) {
      if (getState().ownId === null) setState({ ownId });
    },
    close() {
      clearPending();
      setState({ opened: false });
    },
    expand() {
      if (getState().opened) openExpanded();
      else setState({ expanded: true });
    },
    openUnread() {
      const { opened, roomChats, unread } = getState();
      const { onlyRoomId } = unread;
      const hasOpenRoom = opened && roomChats.length > 0;
      if (onlyRoomId === undefined || hasOpenRoom) openExpanded();
      else open(onlyRoomId);
    },
    showRooms() {
      clearPending();
      setState({ roomChats: [] });
    },
    startWith(uid) {
      openInPlaceOfOtherPanels(() => {
        setState({ pendingPlace: null, attendeeToChatUid: uid, ...inPanel });
      });
    },
    openBuiltInRoom(place) {
      openInPlaceOfOtherPanels(() => {
        clearPending();
        setState({ pendingPlace: place, ...inPanel });
      });
    },
    hide() {
      clearPending();
      setState({ ...initialPanel, ...initialView });
    },
  };
}

/**
 * Runs chat while the user is signed in: handles events, sends the outbox, and catches up after each reconnect.
 *
 * `platform/chat` has the state of chat and what keeps it current, without interface: other features read it (unread count
 * in the dock) and open rooms (`chatNavigation.ts`). `features/chat` is the interface; it is downloaded later.
 */
import {
  addsMember,
  chatMessageChanged,
  chatMutesChanged,
  chatReadReceipt,
  openChatReportsChanged,
  chatRoomChanged,
  chatRoomRemoved,
  chatTyping,
  type ChatRoom,
  type DataOf,
} from '@foyer/contract';
import { shallow } from 'zustand/shallow';
import { translate } from '../i18n/i18n.ts';
import { onReconnect } from '../realtime/onReconnect.ts';
import { currentRealtime } from '../realtime/realtime.ts';
import { showSnackbar } from '../showSnackbar.ts';
import { initialChat, useChat } from '../state/chat.ts';
import { useUser } from '../state/user.ts';
import { useVenue } from '../state/venue.ts';
import { chatData, initialChatData, rememberUsers, setMutes, useChatData } from './chatData.ts';
import { clearPendingRoom, showRoomList, usePendingBuiltInRoom } from './chatNavigation.ts';
import { noUnread, useChatUnread } from './chatUnread.ts';
import { showRoomMessages, resetRoomMessages, refreshRoomMessages } from './roomMessages.ts';
import { Outbox, type OutgoingMessage } from './outbox.ts';
import { clearReceipts, resendReceipts, sendReceiptsWhenHidden } from './readReceipts.ts';
import { isListed, unreadIn } from './roomReducer.ts';
import { onRoomRemoved, onMessageChanged, onReadReceipt, onRoomChanged, listRooms } from './rooms.ts';
import { shareVisibleRoom } from './visibleRoom.ts';
import { clearTyping, onTyping } from './typing.ts';
import { untilAborted } from '../untilAborted.ts';
import { clearFileUrls } from './uploads.ts';
import { openPendingRoom } from './pendingRoom.ts';

export type IncomingMessage = Pick<DataOf<typeof chatMessageChanged>, 'roomId' | 'message' | 'author'>;

let outbox: Outbox | undefined;

export const queueMessage = (written: OutgoingMessage): void => outbox?.add(written);
export const resendMessage = (clientId: string): void => outbox?.resend(clientId);
export const discardMessage = (clientId: string): void => outbox?.discard(clientId);

/** Closes the room of an area when the user leaves the area. */
function leaveAreaRoom(areaId: string | null): void {
  const [openId] = useChat.getState().roomChats;
  const room = chatData().rooms.get(openId ?? '');
  if (room?.kind === 'area' && room.areaId !== areaId) showRoomList();
}

/** Loads everything that a new connection may have missed. @throws ApiError if a part of it failed */
async function catchUp(onReportCount: ChatAlerts['onReportCount']): Promise<void> {
  const before = chatData().openReports;
  try {
    await listRooms();
  } catch (error) {
    if (chatData().status === 'loading') useChatData.setState({ status: 'failed' });
    throw error;
  } finally {
    // The outbox is sent even if the list of rooms failed.
    outbox?.sendAll();
  }
  const { openReports } = chatData();
  onReportCount(openReports, openReports - before);
  resendReceipts();
  refreshRoomMessages();
  await openPendingRoom();
}

let runCatchUp: (() => void) | undefined;

/** Lists the rooms again after a failure. */
export function reloadRooms(): void {
  useChatData.setState({ status: 'loading' });
  runCatchUp?.();
}

/** Opens the pending room; on failure it is retried with the rest of the catch-up. */
const openPendingRoomNow = (): void => void openPendingRoom().catch(() => runCatchUp?.());

/** Keeps the unread count of all rooms current. */
function trackUnreadCount(signal: AbortSignal): void {
  const count = (): void => {
    const { currentAreaId } = useVenue.getState();
    const { roomChats } = useChat.getState();
    const listed = [...chatData().rooms.values()].filter((room) => isListed(room, currentAreaId, roomChats));
    const unread = unreadIn(listed);
    if (!shallow(unread, useChatUnread.getState())) useChatUnread.setState(unread);
  };
  for (const store of [useChatData, useVenue, useChat]) untilAborted(signal, store.subscribe(count));
  untilAborted(signal, () => useChatUnread.setState(noUnread));
}

/** What the engine calls to alert a user who is not looking at the room. */
export interface ChatAlerts {
  readonly onMessage: (message: IncomingMessage) => void;
  /** @param increase since the last call; negative if reports were closed */
  readonly onReportCount: (openReports: number, increase: number) => void;
  /** The user was removed from the room. */
  readonly onRemoved: (room: ChatRoom) => void;
}

/** Starts chat. When the signal is aborted, chat stops and all its state is cleared. */
export function startChatEngine(ownId: string, alerts: ChatAlerts, signal: AbortSignal): void {
  const { onReportCount } = alerts;
  const onRejected = (): void => {
    showSnackbar(translate('chat')('cannotPost'), { tone: 'warning', timeout: 0 });
  };
  outbox = new Outbox(ownId, onRejected, signal);
  const { name } = useUser.getState().user?.attributes ?? {};
  rememberUsers([{ uid: ownId, ...(name !== undefined && { name }) }]);
  receiveChatEvents(ownId, alerts, signal);
  const subscriptions = [
    useVenue.subscribe(({ currentAreaId }, before) => {
      if (currentAreaId !== before.currentAreaId) leaveAreaRoom(currentAreaId);
    }),
    useChat.subscribe((now, before) => {
      const [roomId] = now.roomChats;
      if (roomId !== undefined && roomId !== before.roomChats[0]) showRoomMessages(roomId);
      if (now.attendeeToChatUid !== before.attendeeToChatUid) openPendingRoomNow();
    }),
    usePendingBuiltInRoom.subscribe(openPendingRoomNow),
  ];
  for (const end of subscriptions) untilAborted(signal, end);
  trackUnreadCount(signal);
  sendReceiptsWhenHidden(signal);
  shareVisibleRoom(signal);
  runCatchUp = onReconnect(currentRealtime(), () => catchUp(onReportCount), signal);
  untilAborted(signal, () => {
    runCatchUp = undefined;
    outbox = undefined;
    resetRoomMessages();
    clearReceipts();
    clearFileUrls();
    clearPendingRoom();
    useChatData.setState(initialChatData);
    useChat.setState(initialChat);
  });
}

/** Applies the events of chat, and alerts the user to those that concern them. */
function receiveChatEvents(ownId: string, alerts: ChatAlerts, signal: AbortSignal): void {
  const { onMessage, onReportCount, onRemoved } = alerts;
  const onMessageEvent = (event: DataOf<typeof chatMessageChanged>): void => {
    const applied = onMessageChanged(event, ownId);
    clearTyping(event.roomId, event.message.authorId);
    const { authorId, seq, notice } = event.message;
    // Becoming a member is reported by the event of the room.
    const isIncoming = authorId !== ownId && event.seq === seq && !notice;
    // Wait: the message may be the first of a room that is not loaded yet.
    void applied.then(() => isIncoming && onMessage(event));
  };
  const onRoomEvent = ({ room }: DataOf<typeof chatRoomChanged>): void => {
    const isNew = !chatData().rooms.has(room.id);
    onRoomChanged(room);
    const { id: roomId, lastMessage: message, lastMessageAuthor: author } = room;
    if (!isNew || !message || !author || author.uid === ownId) return;
    // A new private room is announced by this event only.
    const begins = room.kind === 'private' && message.seq === 1 && !message.notice;
    if (begins || addsMember(message.notice, ownId)) onMessage({ roomId, message, author });
  };
  const onReports = ({ open: openReports }: DataOf<typeof openChatReportsChanged>): void => {
    const increase = openReports - chatData().openReports;
    useChatData.setState({ openReports });
    onReportCount(openReports, increase);
  };
  const onRemovedEvent = ({ roomId, removed }: DataOf<typeof chatRoomRemoved>): void => {
    const room = chatData().rooms.get(roomId);
    onRoomRemoved(roomId);
    if (room && removed) onRemoved(room);
  };
  const onTypingEvent = ({ roomId, user }: DataOf<typeof chatTyping>): void => {
    if (user.uid !== ownId) onTyping(roomId, user, signal);
  };
  currentRealtime().on(chatMessageChanged, onMessageEvent, signal);
  currentRealtime().on(chatRoomChanged, onRoomEvent, signal);
  currentRealtime().on(chatMutesChanged, ({ mutes }) => setMutes(mutes), signal);
  currentRealtime().on(openChatReportsChanged, onReports, signal);
  currentRealtime().on(chatRoomRemoved, onRemovedEvent, signal);
  currentRealtime().on(chatReadReceipt, onReadReceipt, signal);
  currentRealtime().on(chatTyping, onTypingEvent, signal);
}

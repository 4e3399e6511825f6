/**
 * Runs the chat of a visit: handles events, sends the outbox, and catches up after each reconnect. It is downloaded once the
 * chat is available to the attendee; the interface, `ChatRoot` and the panels, when the chat is first opened.
 */
import {
  addsMember,
  chatMessageChanged,
  chatMutesChanged,
  chatReadReceipt,
  chatRoomChanged,
  chatRoomRemoved,
  chatTyping,
  isUnlistedRoom,
  openChatReportsChanged,
  type DataOf,
} from '@foyer/contract';
import { shallow } from 'zustand/shallow';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { useUser } from '../../../platform/state/user.ts';
import { createUnreadCount } from '../../../platform/state/unreadCount.ts';
import { createVenueState } from '../../../platform/state/venue.ts';
import { untilAborted } from '../../../platform/untilAborted.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { keyOfPlace } from '../posts/model/postsState.ts';
import { createChatAlerts } from './alerts.ts';
import { withMutes, withUsers } from './changes.ts';
import { createChat } from './chat.ts';
import { createDrafts } from './drafts.ts';
import { createOutbox } from './outbox.ts';
import { createPendingRoom } from './pendingRoom.ts';
import { createReadReceipts } from './readReceipts.ts';
import { createRetries } from './retries.ts';
import { createRoomMessages } from './roomMessages.ts';
import { isListed, unreadIn } from './roomReducer.ts';
import { createRooms } from './rooms.ts';
import { createTyping } from './typing.ts';

/** Keeps the unread messages of all rooms current. */
function countUnread(visit: Visit): void {
  const { store } = visit.get(createChat);
  const unreadCount = visit.get(createUnreadCount);
  const venue = visit.get(createVenueState);
  const count = (): void => {
    const { currentAreaId } = venue.getState();
    const { rooms, roomChats, unread } = store.getState();
    const now = unreadIn([...rooms.values()].filter((room) => isListed(room, currentAreaId, roomChats)));
    if (shallow(now, unread)) return;
    store.setState({ unread: now });
    unreadCount.setState(now.count, true);
  };
  const end = store.subscribe((now, before) => {
    if (now.rooms !== before.rooms || now.roomChats !== before.roomChats) count();
  });
  untilAborted(visit.signal, end);
  untilAborted(visit.signal, venue.subscribe(count));
}

/** Applies the events of chat, and alerts the user to those that concern them. */
function receiveEvents(visit: Visit): void {
  const { signal } = visit;
  const { getState, setState } = visit.get(createChat).store;
  const realtime = visit.get(createRealtime);
  const rooms = visit.get(createRooms);
  const typing = visit.get(createTyping);
  const alerts = visit.get(createChatAlerts);
  const isOwn = (uid: string): boolean => uid === getState().ownId;

  const onMessage = (event: DataOf<typeof chatMessageChanged>): void => {
    const applied = rooms.applyMessage(event);
    typing.clear(event.roomId, event.message.authorId);
    const { authorId, seq, notice } = event.message;
    // Becoming a member is reported by the event of the room.
    const isIncoming = !isOwn(authorId) && event.seq === seq && !notice;
    // Wait: the message may be the first of a room that is not loaded yet.
    void applied.then(() => isIncoming && alerts.onMessage(event));
  };
  const onRoom = ({ room }: DataOf<typeof chatRoomChanged>): void => {
    const isNew = !getState().rooms.has(room.id);
    rooms.applyRoom(room);
    const { id: roomId, lastMessage: message, lastMessageAuthor: author } = room;
    if (!isNew || !message || !author || isOwn(author.uid)) return;
    // A new private room is announced by this event only.
    const begins = room.kind === 'private' && message.seq === 1 && !message.notice;
    if (begins || addsMember(message.notice, getState().ownId ?? ''))
      alerts.onMessage({ roomId, message, author });
  };
  const onRemoved = ({ roomId, removed }: DataOf<typeof chatRoomRemoved>): void => {
    const room = getState().rooms.get(roomId);
    rooms.remove(roomId);
    if (room && removed) alerts.onRemoved(room);
  };
  const onReports = ({ open: openReports }: DataOf<typeof openChatReportsChanged>): void => {
    setState({ openReports });
    alerts.onReportCount(openReports);
  };
  const onTyping = ({ roomId, user }: DataOf<typeof chatTyping>): void => {
    if (!isOwn(user.uid)) typing.show(roomId, user);
  };
  realtime.on(chatMessageChanged, onMessage, signal);
  realtime.on(chatRoomChanged, onRoom, signal);
  realtime.on(chatMutesChanged, ({ mutes }) => setState(withMutes(mutes)), signal);
  realtime.on(openChatReportsChanged, onReports, signal);
  realtime.on(chatRoomRemoved, onRemoved, signal);
  realtime.on(chatReadReceipt, rooms.applyReadReceipt, signal);
  realtime.on(chatTyping, onTyping, signal);
}

/** Shows the messages of the room that is opened, opens the pending room, and closes the room of an area that the user leaves. */
function followPanel(visit: Visit, openPending: () => void): void {
  const chat = visit.get(createChat);
  const roomMessages = visit.get(createRoomMessages);
  const showOpenRoom = chat.store.subscribe((now, before) => {
    const [roomId] = now.roomChats;
    if (roomId !== undefined && roomId !== before.roomChats[0]) roomMessages.show(roomId);
    const isPending =
      now.attendeeToChatUid !== before.attendeeToChatUid || now.pendingPlace !== before.pendingPlace;
    if (isPending) openPending();
  });
  const leaveAreaRoom = visit.get(createVenueState).subscribe(({ currentAreaId }, before) => {
    if (currentAreaId === before.currentAreaId) return;
    const { rooms, roomChats } = chat.store.getState();
    const room = rooms.get(roomChats[0] ?? '');
    if (room?.kind === 'area' && room.areaId !== currentAreaId) chat.showRooms();
  });
  untilAborted(visit.signal, showOpenRoom);
  untilAborted(visit.signal, leaveAreaRoom);
}

/** Closes the discussions and walls that are no longer shown, as soon as they have no messages to send. Rejected ones wait for the user, who sees them where they were written. */
function closeUnusedRooms(visit: Visit): void {
  const { store } = visit.get(createChat);
  const rooms = visit.get(createRooms);
  const closeUnused = (): void => {
    const { rooms: all, openPlaces, outbox } = store.getState();
    for (const room of all.values()) {
      const isUsed =
        !isUnlistedRoom(room) ||
        openPlaces.has(keyOfPlace(room)) ||
        outbox.some(({ roomId, errorCode }) => roomId === room.id && errorCode === undefined);
      if (!isUsed) rooms.close(room.id);
    }
  };
  const end = store.subscribe((now, before) => {
    const isChanged =
      now.rooms !== before.rooms || now.openPlaces !== before.openPlaces || now.outbox !== before.outbox;
    if (isChanged) closeUnused();
  });
  untilAborted(visit.signal, end);
}

export interface ChatEngine {
  /** Lists the rooms again after a failure. */
  readonly reload: () => void;
}

/** Starts the chat of an attendee who is identified. It runs until the visit ends. */
export function createChatEngine(visit: Visit): ChatEngine {
  const { signal } = visit;
  const { getState, setState } = visit.get(createChat).store;
  const realtime = visit.get(createRealtime);
  const retries = visit.get(createRetries);
  const rooms = visit.get(createRooms);
  const roomMessages = visit.get(createRoomMessages);
  const outbox = visit.get(createOutbox);
  const receipts = visit.get(createReadReceipts);
  const alerts = visit.get(createChatAlerts);
  const openPendingRoom = visit.get(createPendingRoom);

  /** Loads everything that a new connection may have missed. @throws ApiError if a part of it failed */
  async function catchUp(): Promise<void> {
    try {
      await rooms.list();
    } catch (error) {
      if (getState().status === 'loading') setState({ status: 'failed' });
      throw error;
    } finally {
      // The outbox is sent even if the list of rooms failed.
      outbox.sendAll();
    }
    alerts.onReportCount(getState().openReports);
    receipts.resend();
    roomMessages.refresh();
    await openPendingRoom();
  }
  const runCatchUp = (): void => void retries.run('rooms', catchUp);

  const { name } = useUser.getState().user?.attributes ?? {};
  const uid = getState().ownId ?? '';
  setState((state) => withUsers(state, [{ uid, ...(name !== undefined && { name }) }]));
  visit.get(createDrafts).start();
  outbox.start();
  receipts.sendWhenHidden();
  receiveEvents(visit);
  countUnread(visit);
  closeUnusedRooms(visit);
  followPanel(visit, () => void retries.run('pending room', openPendingRoom));
  realtime.onOpen(runCatchUp, signal);
  if (realtime.isOnline) runCatchUp();

  return {
    reload() {
      setState({ status: 'loading' });
      runCatchUp();
    },
  };
}

/** The user's rooms: listed after each connect, and updated by events. */
import {
  closeChatRoom,
  isUnlistedRoom,
  listChatRooms,
  openChatRoom,
  setChatNotifications,
  setChatUserBlocked,
  type ChatRoom,
  type DataOf,
  type InputOf,
  type chatMessageChanged,
  type chatReadReceipt,
} from '@foyer/contract';
import { isTransient } from '../../../platform/realtime/onReconnect.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { withMutes, withRoom, withoutRoom, withUsers, withUsersOf } from './changes.ts';
import { createChat } from './chat.ts';
import { createRetries } from './retries.ts';
import { createRoomMessages } from './roomMessages.ts';
import { mergeRoom, mergeRoomList, withOthersRead, withRoomChange } from './roomReducer.ts';

type MessageEvent = DataOf<typeof chatMessageChanged>;

/** How often a room is fetched for an event: once, and again if the first request was running already. */
const maxFetches = 2;

export interface Rooms {
  /**
   * Lists the rooms. Calls run one after the other; otherwise the rooms of one list would look new to the next.
   * @throws ApiError
   */
  readonly list: () => Promise<void>;
  /**
   * Fetches a room by id, area or other member. The server creates a private room if there is none.
   * @throws ApiError
   */
  readonly fetch: (input: InputOf<typeof openChatRoom>) => Promise<ChatRoom>;
  /** Adds or replaces a room that a command has returned. */
  readonly put: (room: ChatRoom) => void;
  /** Applies a message event. Resolves once the room includes it, which takes a request only if an event was missed. */
  readonly applyMessage: (event: MessageEvent) => Promise<void>;
  readonly applyRoom: (room: ChatRoom) => void;
  readonly applyReadReceipt: (event: DataOf<typeof chatReadReceipt>) => void;
  readonly remove: (roomId: string) => void;
  /** Unsubscribes this tab from a discussion or a wall, and removes the room. */
  readonly close: (roomId: string) => void;
  /**
   * Turns the user's notifications for a room off or on. The server notifies the user's other tabs; this one updates itself.
   * @throws ApiError
   */
  readonly setNotificationsOff: (roomId: string, isOff: boolean) => Promise<void>;
  /** Blocks or unblocks a user, and lists the rooms again to update the blocked users. @throws ApiError */
  readonly setBlocked: (userId: string, blocked: boolean) => Promise<void>;
}

export function createRooms(visit: Visit): Rooms {
  const realtime = visit.get(createRealtime);
  const retries = visit.get(createRetries);
  const roomMessages = visit.get(createRoomMessages);
  const { getState, setState } = visit.get(createChat).store;
  const roomOf = (roomId: string): ChatRoom | undefined => getState().rooms.get(roomId);
  const put = (room: ChatRoom): void => setState((state) => withRoom(state, room));
  const remove = (roomId: string): void => setState((state) => withoutRoom(state, roomId));

  /**
   * The server lists no private rooms without messages, no discussions and no walls. Fetches those that are open or have
   * messages to send, which also subscribes this tab to them again.
   */
  async function findUnlisted(listed: readonly ChatRoom[]): Promise<ChatRoom[]> {
    const { outbox, rooms, roomChats } = getState();
    const unlisted = [...rooms.values()].filter(isUnlistedRoom).map(({ id }) => id);
    const toSend = outbox.filter(({ errorCode }) => errorCode === undefined);
    const wanted = new Set([...roomChats, ...unlisted, ...toSend.map(({ roomId }) => roomId)]);
    for (const { id } of listed) wanted.delete(id);
    const found = await Promise.all(
      [...wanted].map(async (roomId) => {
        try {
          return (await realtime.sendCommand(openChatRoom, { roomId })).room;
        } catch (error) {
          if (!isTransient(error)) return undefined;
          const known = rooms.get(roomId);
          // This tab would not receive its messages.
          if (known && isUnlistedRoom(known)) throw error;
          return known;
        }
      }),
    );
    return found.filter((room) => room !== undefined);
  }

  /** Ids of the rooms that the server has sent since the list was requested. */
  let changedDuringRead = new Set<string>();

  async function read(): Promise<void> {
    const before = getState().rooms;
    changedDuringRead = new Set();
    const {
      rooms: found,
      blocked,
      openReports = 0,
      mutes = [],
    } = await realtime.sendCommand(listChatRooms, {});
    setState(withMutes(mutes));
    const listed = [...found, ...(await findUnlisted(found))];
    setState((state) => ({
      ...withUsersOf(state, listed),
      status: 'ready',
      openReports,
      rooms: mergeRoomList(listed, { before, now: state.rooms, changed: changedDuringRead }),
      blocked: new Map(blocked.map((user) => [user.uid, user])),
    }));
  }

  /** Discussions and walls that this tab has closed. Events that were sent before do not open them again. */
  const closed = new Set<string>();

  let reading: Promise<void> = Promise.resolve();
  function list(): Promise<void> {
    reading = reading.then(read, read);
    return reading;
  }

  function applyRoom(room: ChatRoom): void {
    if (closed.has(room.id)) return;
    changedDuringRead.add(room.id);
    put(mergeRoom(room, roomOf(room.id)));
  }

  async function fetch(input: InputOf<typeof openChatRoom>): Promise<ChatRoom> {
    const { room } = await realtime.sendCommand(openChatRoom, input);
    closed.delete(room.id);
    applyRoom(room);
    return room;
  }

  const runningFetches = new Map<string, Promise<void>>();
  /** Fetches a room after a gap. Calls made meanwhile share the request. */
  function refetch(roomId: string): Promise<void> {
    const request =
      runningFetches.get(roomId) ??
      retries
        .run(`room ${roomId}`, async () => void (await fetch({ roomId })))
        .finally(() => runningFetches.delete(roomId));
    runningFetches.set(roomId, request);
    return request;
  }

  /** The room after a message event. `gap`: an event was missed. */
  function afterMessage({ roomId, seq, message, author }: MessageEvent): ChatRoom | 'gap' {
    const room = roomOf(roomId);
    const { ownId, blocked } = getState();
    return room ? withRoomChange(room, { seq, message, author }, { uid: ownId ?? '', blocked }) : 'gap';
  }

  return {
    list,
    fetch,
    put,
    async applyMessage(event) {
      const { roomId, seq, message, author } = event;
      setState((state) => withUsers(state, [author]));
      void roomMessages.apply(roomId, { seq, message });
      let next = afterMessage(event);
      // The request that is running may have been answered before this change.
      for (let round = 0; next === 'gap' && round < maxFetches && !closed.has(roomId); round += 1) {
        await refetch(roomId);
        next = afterMessage(event);
      }
      if (next !== 'gap') put(next);
    },
    applyRoom,
    applyReadReceipt({ roomId, othersReadSeq }) {
      const room = roomOf(roomId);
      if (room) put(withOthersRead(room, othersReadSeq));
    },
    remove,
    close(roomId) {
      closed.add(roomId);
      remove(roomId);
      // A connection that is lost has no subscriptions any more.
      realtime.sendCommand(closeChatRoom, { roomId }).catch(() => undefined);
    },
    async setNotificationsOff(roomId, isOff) {
      await realtime.sendCommand(setChatNotifications, { roomId, notificationsOff: isOff });
      const room = roomOf(roomId);
      if (!room) return;
      const { notificationsOff: _, ...rest } = room;
      put(isOff ? { ...rest, notificationsOff: true } : rest);
    },
    async setBlocked(userId, blocked) {
      await realtime.sendCommand(setChatUserBlocked, { userId, blocked });
      await list();
    },
  };
}

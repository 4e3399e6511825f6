/** The user's rooms: listed after each connect, and updated by events. */
import {
  listChatRooms,
  openChatRoom,
  type ChatRoom,
  type DataOf,
  type InputOf,
  type chatMessageChanged,
  type chatReadReceipt,
} from '@foyer/contract';
import { isTransient } from '../realtime/onReconnect.ts';
import { currentRealtime } from '../realtime/realtime.ts';
import { useChat } from '../state/chat.ts';
import { chatData, rememberUsers, putRoom, setMutes, useChatData } from './chatData.ts';
import { applyChange } from './roomMessages.ts';
import { mergeRoom, mergeRoomList, withOthersRead, withRoomChange } from './roomReducer.ts';

/** The server lists no private rooms without messages. Fetches those that are open or have unsent messages. */
async function findUnlisted(listed: readonly ChatRoom[]): Promise<ChatRoom[]> {
  const { outbox, rooms } = chatData();
  const wanted = new Set([...useChat.getState().roomChats, ...outbox.map(({ roomId }) => roomId)]);
  for (const { id } of listed) wanted.delete(id);
  const found = await Promise.all(
    [...wanted].map(async (roomId) => {
      try {
        return (await currentRealtime().sendCommand(openChatRoom, { roomId })).room;
      } catch (error) {
        return isTransient(error) ? rooms.get(roomId) : undefined;
      }
    }),
  );
  return found.filter((room) => room !== undefined);
}

/** Ids of the rooms that the server has sent since the list was requested. */
let changedDuringRead = new Set<string>();

async function readRooms(): Promise<void> {
  const before = chatData().rooms;
  changedDuringRead = new Set();
  const {
    rooms: found,
    blocked,
    openReports = 0,
    mutes = [],
  } = await currentRealtime().sendCommand(listChatRooms, {});
  setMutes(mutes);
  const listed = [...found, ...(await findUnlisted(found))];
  rememberUsers(listed.flatMap(({ otherMember, lastMessageAuthor }) => [otherMember, lastMessageAuthor]));
  useChatData.setState(({ rooms }) => ({
    status: 'ready',
    openReports,
    rooms: mergeRoomList(listed, { before, now: rooms, changed: changedDuringRead }),
    blocked: new Map(blocked.map((user) => [user.uid, user])),
  }));
}

let reading: Promise<void> = Promise.resolve();

/**
 * Lists the rooms. Calls run one after the other; otherwise the rooms of one list would look new to the next.
 * @throws ApiError
 */
export function listRooms(): Promise<void> {
  reading = reading.then(readRooms, readRooms);
  return reading;
}

/** Fetches a room by id, area or other member. The server creates a private room if there is none. */
export async function openRoom(input: InputOf<typeof openChatRoom>): Promise<ChatRoom> {
  const { room } = await currentRealtime().sendCommand(openChatRoom, input);
  changedDuringRead.add(room.id);
  putRoom(room);
  return room;
}

const runningRequests = new Map<string, Promise<unknown>>();
/** Fetches a room after a gap. Calls made meanwhile share the request. */
async function refetchRoom(roomId: string): Promise<void> {
  const request =
    runningRequests.get(roomId) ?? openRoom({ roomId }).finally(() => runningRequests.delete(roomId));
  runningRequests.set(roomId, request);
  // After a failure, the list of the next connection brings the room.
  await request.catch(() => undefined);
}

/** Applies a message event. Resolves once the room includes it, which takes a request only if an event was missed. */
export async function onMessageChanged(
  event: DataOf<typeof chatMessageChanged>,
  ownId: string,
): Promise<void> {
  const { roomId, seq, message, author } = event;
  rememberUsers([author]);
  void applyChange(roomId, { seq, message });
  const room = chatData().rooms.get(roomId);
  const reader = { uid: ownId, blocked: chatData().blocked };
  const next = room ? withRoomChange(room, { seq, message, author }, reader) : 'gap';
  if (next === 'gap') await refetchRoom(roomId);
  else putRoom(next);
}

export function onRoomChanged(room: ChatRoom): void {
  changedDuringRead.add(room.id);
  putRoom(mergeRoom(room, chatData().rooms.get(room.id)));
}

export function onReadReceipt({ roomId, othersReadSeq }: DataOf<typeof chatReadReceipt>): void {
  const room = chatData().rooms.get(roomId);
  if (room) putRoom(withOthersRead(room, othersReadSeq));
}

export function onRoomRemoved(roomId: string): void {
  useChatData.setState(({ rooms, messagesByRoom }) => {
    const remainingRooms = new Map(rooms);
    const remaining = new Map(messagesByRoom);
    remainingRooms.delete(roomId);
    remaining.delete(roomId);
    return { rooms: remainingRooms, messagesByRoom: remaining };
  });
  useChat.setState(({ roomChats }) =>
    roomChats.includes(roomId) ? { roomChats: roomChats.filter((id) => id !== roomId) } : {},
  );
}

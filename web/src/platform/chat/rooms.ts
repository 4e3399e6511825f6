/** The rooms one is in: listed anew over each connection, and kept up to date by what is told. */
import {
  listChatRooms,
  openChatRoom,
  type ChatRoom,
  type DataOf,
  type InputOf,
  type chatChanged,
} from '@foyer/contract';
import { isTransient } from '../realtime/onReconnect.ts';
import { realtime } from '../realtime/realtime.ts';
import { useChat } from '../state/chat.ts';
import { chatData, learn, putRoom, useChatData } from './chatData.ts';
import { hearChange } from './conversations.ts';
import { withKnown, withListed, withTold } from './roomReducer.ts';

/** A conversation in which nothing was said yet is in no list: it stays while it is open, or something waits for it. */
async function unlisted(listed: readonly ChatRoom[]): Promise<ChatRoom[]> {
  const { outbox, rooms } = chatData();
  const meant = new Set([...useChat.getState().roomChats, ...outbox.map(({ roomId }) => roomId)]);
  for (const { id } of listed) meant.delete(id);
  const found = await Promise.all(
    [...meant].map(async (roomId) => {
      try {
        return (await realtime.sendCommand(openChatRoom, { roomId })).room;
      } catch (fault) {
        return isTransient(fault) ? rooms.get(roomId) : undefined;
      }
    }),
  );
  return found.filter((room) => room !== undefined);
}

/** Rooms of which the server has told as a whole since the list was asked for. */
let told = new Set<string>();

async function readRooms(): Promise<void> {
  const before = chatData().rooms;
  told = new Set();
  const { rooms: found, blocked, openReports = 0 } = await realtime.sendCommand(listChatRooms, {});
  const listed = [...found, ...(await unlisted(found))];
  learn(listed.flatMap(({ other, lastAuthor }) => [other, lastAuthor]));
  useChatData.setState(({ rooms }) => ({
    status: 'ready',
    openReports,
    rooms: withListed(listed, { before, now: rooms, told }),
    blocked: new Map(blocked.map((person) => [person.uid, person])),
  }));
}

let reading: Promise<void> = Promise.resolve();

/**
 * One list after the other: else what one brings would pass for news beside the next.
 * @throws ApiError where they could not be had
 */
export function listRooms(): Promise<void> {
  reading = reading.then(readRooms, readRooms);
  return reading;
}

/** The room that is meant, made where there is none yet. */
export async function openRoom(asked: InputOf<typeof openChatRoom>): Promise<ChatRoom> {
  const { room } = await realtime.sendCommand(openChatRoom, asked);
  told.add(room.id);
  putRoom(room);
  return room;
}

const asking = new Map<string, Promise<unknown>>();
/** Asks once for all that is missed of a room meanwhile. */
async function askAgain(roomId: string): Promise<void> {
  const asked = asking.get(roomId) ?? openRoom({ roomId }).finally(() => asking.delete(roomId));
  asking.set(roomId, asked);
  // What cannot be had now is in the list that comes over the next connection.
  await asked.catch(() => undefined);
}

/** Resolves when the room is as it is with this message; at once unless something before it was missed. */
export async function hearMessage(told: DataOf<typeof chatChanged>, ownId: string): Promise<void> {
  const { roomId, seq, message, author } = told;
  learn([author]);
  void hearChange(roomId, { seq, message });
  const room = chatData().rooms.get(roomId);
  const reader = { uid: ownId, blocked: chatData().blocked };
  const next = room ? withTold(room, { seq, message, author }, reader) : 'gap';
  if (next === 'gap') await askAgain(roomId);
  else putRoom(next);
}

export function hearRoom(room: ChatRoom): void {
  told.add(room.id);
  putRoom(withKnown(room, chatData().rooms.get(room.id)));
}

export function hearGone(roomId: string): void {
  useChatData.setState(({ rooms, conversations }) => {
    const left = new Map(rooms);
    const still = new Map(conversations);
    left.delete(roomId);
    still.delete(roomId);
    return { rooms: left, conversations: still };
  });
  useChat.setState(({ roomChats }) =>
    roomChats.includes(roomId) ? { roomChats: roomChats.filter((id) => id !== roomId) } : {},
  );
}

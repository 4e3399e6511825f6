/** For tests of chat: a venue with built-in rooms, attendees with a tab, and stored messages. */
import {
  chatMessageChanged,
  createChatGroup,
  openChatRoom,
  sendChatMessage,
  type ChatMessage,
  type ChatRoom,
  type InputOf,
  type ResultOf,
} from '@foyer/contract';
import { expect } from 'vitest';
import { passwordLogin, startFoyer, type Foyer, type FoyerOptions } from '#testing/foyer';
import type { TestUser } from '#testing/testUsers';
import { connectTab, type Tab } from '#testing/tab';
import { publishExample, twoAreas } from '#testing/venues';
import { testEngine } from '#testing/database';
import { fillMentions, type ChatMessageRow } from '../tables.ts';

export interface ChatVenueOptions {
  readonly guestsMayWrite?: boolean;
}

/** Publishes a venue with a built-in room, one for the area `lobby`, and none for `lounge`. */
export async function publishChat(foyer: Foyer, { guestsMayWrite }: ChatVenueOptions = {}): Promise<void> {
  const venue = twoAreas();
  const [architecture] = venue.architectures;
  const [lobby] = architecture?.areas ?? [];
  if (!architecture || !lobby) throw new Error('The example venue has no area');
  const configuration = {
    id: 'always',
    name: 'Always',
    ...(guestsMayWrite === undefined ? {} : { guestsMayWrite }),
  };
  const chat = { name: 'Chat', configurations: [configuration] };
  architecture.globalWidgets = [
    ...(architecture.globalWidgets ?? []),
    { id: 'all', type: 'GlobalChatWidget', ...chat },
  ];
  lobby.contentWidgets = [...(lobby.contentWidgets ?? []), { id: 'here', type: 'AreaChatWidget', ...chat }];
  await publishExample(foyer, venue);
}

export async function startChat(options: FoyerOptions & ChatVenueOptions = {}): Promise<Foyer> {
  const foyer = await startFoyer({ login: passwordLogin, ...options });
  await publishChat(foyer, options);
  return foyer;
}

let clientIds = 0;
export const clientId = (): string => `client-${String(++clientIds).padStart(6, '0')}`;

/** A user with a tab. */
export interface Attendee {
  readonly id: string;
  readonly name: string;
  readonly user: TestUser;
  readonly tab: Tab;
}

export async function createAttendee(foyer: Foyer, name: string, host = false): Promise<Attendee> {
  const email = `${clientId()}@example.com`;
  const user = await foyer.account({ name, email, ...(host ? { roles: ['ROLE_HOST'] } : {}) });
  return { id: user.id, name, user, tab: await connectTab(foyer, { as: user }) };
}

export const createAttendees = <N extends readonly string[]>(foyer: Foyer, ...names: N) =>
  Promise.all(names.map((name) => createAttendee(foyer, name))) as Promise<{ [I in keyof N]: Attendee }>;

export const openRoom = async (tab: Tab, input: InputOf<typeof openChatRoom>): Promise<ChatRoom> =>
  (await tab.must(openChatRoom, input)).room;

/** The message of a reply. Throws if it is held. */
export function messageIn(result: ResultOf<typeof sendChatMessage>): ChatMessage {
  if ('message' in result) return result.message;
  throw new Error('The message is held');
}

export const sendInput = async (tab: Tab, input: InputOf<typeof sendChatMessage>): Promise<ChatMessage> =>
  messageIn(await tab.must(sendChatMessage, input));

export const send = (tab: Tab, roomId: string, text: string): Promise<ChatMessage> =>
  sendInput(tab, { roomId, clientId: clientId(), text });

export async function createGroup(
  owner: Attendee,
  others: readonly Attendee[],
  kind: 'group' | 'privateGroup' = 'group',
): Promise<ChatRoom> {
  const input = { clientId: clientId(), kind, name: 'Lighting', userIds: others.map(({ id }) => id) };
  return (await owner.tab.must(createChatGroup, input)).room;
}

/** Waits for the event with a message of this text. */
export const nextMessage = (tab: Tab, text: string) =>
  tab.next(chatMessageChanged, ({ message }) => message.text === text);

/** The error code of a rejected command. */
export async function errorCodeOf(reply: Promise<{ error: { code: string } | undefined }>): Promise<string> {
  const { error } = await reply;
  expect(error).toBeDefined();
  return error?.code ?? '';
}

const unchangedMessage = {
  updatedSeq: null,
  replyTo: null,
  mentions: null,
  upload: null,
  notice: null,
  editedAt: null,
  deletedBy: null,
};

/** Stores texts as the only messages of a room, all by one author. */
export const insertTexts = (
  foyer: Foyer,
  roomId: string,
  authorId: string,
  texts: readonly string[],
): Promise<void> =>
  insertMessages(
    foyer,
    roomId,
    texts.map((text) => ({ authorId, text })),
  );

/** Stores messages as the only ones of a room, as a migration of the database finds them. */
export async function insertMessages(
  foyer: Foyer,
  roomId: string,
  messages: readonly (Pick<ChatMessageRow, 'authorId' | 'text'> & Partial<ChatMessageRow>)[],
): Promise<void> {
  const { db } = foyer.running.storage;
  const rows = messages.map((message, index) => ({
    ...unchangedMessage,
    roomId,
    seq: index + 1,
    clientId: clientId(),
    at: foyer.now,
    ...message,
  }));
  for (let first = 0; first < rows.length; first += 500)
    await db
      .insertInto('chatMessage')
      .values(rows.slice(first, first + 500))
      .execute();
  await fillMentions(db, testEngine);
  await db.updateTable('chatRoom').set({ lastSeq: rows.length }).where('id', '=', roomId).execute();
}

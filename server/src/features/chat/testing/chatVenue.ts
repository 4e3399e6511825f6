/** For tests of chat: a venue with rooms, and people who talk. */
import {
  chatChanged,
  createChatGroup,
  openChatRoom,
  publishVenue,
  sendChatMessage,
  type ChatMessage,
  type ChatRoom,
  type InputOf,
} from '@foyer/contract';
import { expect } from 'vitest';
import { startFoyer, type Foyer, type FoyerOptions } from '#testing/foyer';
import type { Person } from '#testing/people';
import { openTab, type Tab } from '#testing/tab';
import { saveExample, twoAreas } from '#testing/venues';
import type { ChatMessageRow } from '../tables.ts';

export const passwordLogin = { providers: [{ type: 'password' }] };

export interface ChatVenue {
  readonly guestsMayWrite?: boolean;
}

/** A venue with a room of its own, and one in `lobby`; `lounge` has none. */
export async function publishChat(foyer: Foyer, { guestsMayWrite }: ChatVenue = {}): Promise<void> {
  const configurations = guestsMayWrite === undefined ? [{}] : [{ guestsMayWrite }];
  const venue = twoAreas();
  const version = await saveExample(foyer, venue);
  // The check lets these two in once their widgets are there.
  const { storage } = foyer.running;
  const saved = await storage.read
    .selectFrom('venueVersion')
    .select('venue')
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  const content = JSON.parse(saved.venue) as {
    architectures: { globalWidgets: object[]; areas: { contentWidgets: object[] }[] }[];
  };
  const widget = { name: 'Chat', configurations };
  content.architectures[0]?.globalWidgets.push({ id: 'all', type: 'GlobalChatWidget', ...widget });
  content.architectures[0]?.areas[0]?.contentWidgets.push({
    id: 'here',
    type: 'AreaChatWidget',
    placements: [],
    ...widget,
  });
  await storage.db
    .updateTable('venueVersion')
    .set({ venue: JSON.stringify(content) })
    .where('version', '=', version)
    .execute();
  await foyer.must(publishVenue, { params: { architectureID: 'nightfall' }, body: {} });
}

export async function startChat(options: FoyerOptions & ChatVenue = {}): Promise<Foyer> {
  const foyer = await startFoyer({ login: passwordLogin, ...options });
  await publishChat(foyer, options);
  return foyer;
}

let clientIds = 0;
export const clientId = (): string => `client-${String(++clientIds).padStart(6, '0')}`;

/** Somebody with an account and a tab. */
export interface Talker {
  readonly id: string;
  readonly name: string;
  readonly person: Person;
  readonly tab: Tab;
}

export async function talker(foyer: Foyer, name: string, host = false): Promise<Talker> {
  const email = `${clientId()}@example.com`;
  const person = await foyer.account({ name, email, ...(host ? { roles: ['ROLE_HOST'] } : {}) });
  return { id: person.id, name, person, tab: await openTab(foyer, { as: person }) };
}

export const talkers = <N extends readonly string[]>(foyer: Foyer, ...names: N) =>
  Promise.all(names.map((name) => talker(foyer, name))) as Promise<{ [I in keyof N]: Talker }>;

export const open = async (tab: Tab, input: InputOf<typeof openChatRoom>): Promise<ChatRoom> =>
  (await tab.must(openChatRoom, input)).room;

export const send = async (tab: Tab, roomId: string, text: string): Promise<ChatMessage> =>
  (await tab.must(sendChatMessage, { roomId, clientId: clientId(), text })).message;

export async function group(
  owner: Talker,
  others: readonly Talker[],
  kind: 'group' | 'privateGroup' = 'group',
): Promise<ChatRoom> {
  const input = { clientId: clientId(), kind, name: 'Lighting', userIds: others.map(({ id }) => id) };
  return (await owner.tab.must(createChatGroup, input)).room;
}

/** The next message of this text that a tab is told. */
export const heard = (tab: Tab, text: string) =>
  tab.next(chatChanged, ({ message }) => message.text === text);

/** What a command was refused with. */
export async function refused(asked: Promise<{ fault: { code: string } | undefined }>): Promise<string> {
  const { fault } = await asked;
  expect(fault).toBeDefined();
  return fault?.code ?? '';
}

const nothingMore = {
  changeSeq: null,
  replyTo: null,
  mentions: null,
  upload: null,
  notice: null,
  editedAt: null,
  deleted: null,
};

/** All that was ever said in a room, as if somebody had said it. */
export const said = (
  foyer: Foyer,
  roomId: string,
  authorId: string,
  texts: readonly string[],
): Promise<void> =>
  happened(
    foyer,
    roomId,
    texts.map((text) => ({ authorId, text })),
  );

/** All that ever happened in a room. */
export async function happened(
  foyer: Foyer,
  roomId: string,
  messages: readonly (Pick<ChatMessageRow, 'authorId' | 'text'> & Partial<ChatMessageRow>)[],
): Promise<void> {
  const { db } = foyer.running.storage;
  const rows = messages.map((message, index) => ({
    ...nothingMore,
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
  await db.updateTable('chatRoom').set({ lastSeq: rows.length }).where('id', '=', roomId).execute();
}

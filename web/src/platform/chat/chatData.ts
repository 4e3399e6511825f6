/** All that this tab knows of chat. What the server says comes in through the modules beside this one. */
import type { ChatPerson, ChatRoom, ChatUpload } from '@foyer/contract';
import { create } from 'zustand';
import type { Timeline } from './timeline.ts';

/** A message that the server has not confirmed. */
export interface WaitingMessage {
  readonly clientId: string;
  readonly roomId: string;
  readonly text: string;
  readonly replyTo?: number | undefined;
  readonly mentions?: readonly string[] | undefined;
  readonly upload?: ChatUpload | undefined;
  /** When it was written, by this machine's clock; no two of a tab are the same. */
  readonly at: number;
  /** Why the server will not have it; absent: it goes out by itself. */
  readonly refused?: string | undefined;
}

export interface Conversation {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly timeline: Timeline | null;
  /** It could not be read before, and is tried again. */
  readonly hasFailed?: boolean;
  /** What is on its way, or did not come. */
  readonly pages: Readonly<Partial<Record<'older' | 'newer', 'loading' | 'failed'>>>;
}

export interface TypingPerson {
  readonly person: ChatPerson;
  readonly until: number;
}

export interface ChatData {
  /** `ready`: the rooms are known, and one hears of them while there is a connection. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly rooms: ReadonlyMap<string, ChatRoom>;
  readonly people: ReadonlyMap<string, ChatPerson>;
  readonly blocked: ReadonlyMap<string, ChatPerson>;
  readonly conversations: ReadonlyMap<string, Conversation>;
  readonly typing: ReadonlyMap<string, readonly TypingPerson[]>;
  /** Reports that wait for an answer, where one is a host. */
  readonly openReports: number;
  /** By when they were written. */
  readonly outbox: readonly WaitingMessage[];
}

export const initialChatData: ChatData = {
  status: 'loading',
  rooms: new Map(),
  people: new Map(),
  blocked: new Map(),
  conversations: new Map(),
  typing: new Map(),
  openReports: 0,
  outbox: [],
};

export const useChatData = create<ChatData>(() => initialChatData);

export const chatData = (): ChatData => useChatData.getState();

export function putRoom(room: ChatRoom): void {
  useChatData.setState(({ rooms }) => ({ rooms: new Map(rooms).set(room.id, room) }));
  learn([room.other, room.lastAuthor]);
}

/** Who somebody is, as it was told last. */
export function learn(come: readonly (ChatPerson | undefined)[]): void {
  const { people } = chatData();
  const news = come.filter((person) => person !== undefined && !isSame(people.get(person.uid), person));
  if (news.length === 0) return;
  const all = new Map(people);
  for (const person of news) if (person) all.set(person.uid, person);
  useChatData.setState({ people: all });
}

const isSame = (one: ChatPerson | undefined, other: ChatPerson | undefined): boolean =>
  one !== undefined &&
  one.name === other?.name &&
  one?.picture === other?.picture &&
  one?.host === other?.host;

export function putConversation(roomId: string, change: Partial<Conversation>): void {
  useChatData.setState(({ conversations }) => {
    const before = conversations.get(roomId) ?? { status: 'loading', timeline: null, pages: {} };
    return { conversations: new Map(conversations).set(roomId, { ...before, ...change }) };
  });
}

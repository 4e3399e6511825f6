/** Reading a room: its history, what one has missed, words in it, and how far one has come. */
import type { ChatPage, InputOf, ResultOf } from '@foyer/contract';
import type { muteChatRoom, readChatHistory, resumeChat, searchChat } from '@foyer/contract';
import { chatPageMessages } from '@foyer/contract/limits';
import type { Clock } from '#platform/clock';
import { Refusal } from '#platform/refusal';
import type { Connection } from '#platform/realtime/connection';
import { type Speaker, speakerOf } from '../actor.ts';
import type { ChatDelivery } from '../delivery/delivery.ts';
import type { ChatRooms } from '../rooms/rooms.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatMessageRow } from '../tables.ts';
import type { ChatPeople } from '../users.ts';
import type { ChatHistoryStore, HistoryPage, Reading } from './historyStore.ts';
import { messageOf, peopleIn } from './message.ts';

export interface ChatReadingParts {
  readonly history: ChatHistoryStore;
  readonly rooms: ChatRooms;
  readonly store: ChatRoomStore;
  readonly people: ChatPeople;
  readonly delivery: ChatDelivery;
  readonly clock: Clock;
}

const searchedAtOnce = 1_000;

export class ChatReading {
  private readonly parts: ChatReadingParts;
  /** The search of each person that goes on: a newer one takes its place. */
  private readonly searching = new Map<string, symbol>();

  constructor(parts: ChatReadingParts) {
    this.parts = parts;
  }

  async history(
    speaker: Speaker,
    input: InputOf<typeof readChatHistory>,
  ): Promise<ResultOf<typeof readChatHistory>> {
    const { reading } = await this.parts.rooms.read(speaker, input.roomId);
    const { rows, older, newer } = await this.pageOf(reading, input);
    return { ...(await this.shown(rows)), older, newer, upTo: reading.lastSeq };
  }

  async resume(speaker: Speaker, input: InputOf<typeof resumeChat>): Promise<ResultOf<typeof resumeChat>> {
    const { reading } = await this.parts.rooms.read(speaker, input.roomId);
    const { rows, upTo, more, anew } = await this.parts.history.changes(
      reading,
      input.after,
      this.parts.clock(),
    );
    return { ...(await this.shown(rows)), upTo, more, ...(anew ? { anew: true as const } : {}) };
  }

  /** Words as they are written, in any case; what looks like a pattern is none. */
  search(speaker: Speaker, input: InputOf<typeof searchChat>): Promise<ResultOf<typeof searchChat>> {
    const words = [...new Set(input.words.toWellFormed().toLowerCase().split(/\s+/))].filter(Boolean);
    return this.alone(speaker, async (expectNewest) => {
      const { reading } = await this.parts.rooms.read(speaker, input.roomId);
      const found: ChatMessageRow[] = [];
      let before = input.before ?? Number.MAX_SAFE_INTEGER;
      for (;;) {
        // The engines know the case of ASCII alone: they look for that much, the rest is looked at here.
        const plain = words.map(longestPlainPart).filter(Boolean);
        const rows = await this.parts.history.candidates(reading, plain, before, searchedAtOnce);
        expectNewest();
        found.push(...rows.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word))));
        const last = rows.at(-1);
        if (last === undefined || rows.length < searchedAtOnce || found.length > chatPageMessages) break;
        before = last.seq;
      }
      const page = found.slice(0, chatPageMessages);
      return { ...(await this.shown(page)), older: found.length > chatPageMessages };
    });
  }

  /** However often somebody asks, they look through one room at a time. */
  private async alone<T>({ mode, uid }: Speaker, work: (expectNewest: () => void) => Promise<T>): Promise<T> {
    const [key, mine] = [`${mode} ${uid}`, Symbol()];
    this.searching.set(key, mine);
    try {
      return await work(() => {
        if (this.searching.get(key) !== mine)
          throw new Refusal('tooManyRequests', 'A newer search has taken the place of this one.', {
            retryAfter: 1,
          });
      });
    } finally {
      if (this.searching.get(key) === mine) this.searching.delete(key);
    }
  }

  async read(connection: Connection, roomId: string, seq: number): Promise<void> {
    const speaker = speakerOf(connection);
    const { reading } = await this.parts.rooms.read(speaker, roomId);
    const upTo = Math.min(seq, reading.lastSeq);
    if (await this.parts.store.markRead(roomId, speaker.uid, upTo)) await this.tellOwn(connection, roomId);
  }

  async mute(connection: Connection, { roomId, muted }: InputOf<typeof muteChatRoom>): Promise<void> {
    const speaker = speakerOf(connection);
    await this.parts.rooms.read(speaker, roomId);
    await this.parts.store.mute(roomId, speaker.uid, muted);
    await this.tellOwn(connection, roomId);
  }

  /** Tells the other tabs and devices of a person. */
  private async tellOwn(connection: Connection, roomId: string): Promise<void> {
    const { delivery } = this.parts;
    const { mode, uid } = speakerOf(connection);
    const seat = delivery.audience.seatOf(connection);
    if (seat === undefined || delivery.hasOtherTabs(seat))
      await delivery.changed({ id: roomId, mode }, [uid]);
  }

  private pageOf(reading: Reading, input: InputOf<typeof readChatHistory>): Promise<HistoryPage> {
    const { history } = this.parts;
    if (input.around !== undefined) return history.around(reading, input.around);
    if (input.before !== undefined) return history.before(reading, input.before);
    if (input.after !== undefined) return history.after(reading, input.after);
    return history.newest(reading);
  }

  private async shown(rows: readonly ChatMessageRow[]): Promise<ChatPage> {
    const messages = rows.map(messageOf);
    const people = await this.parts.people.of(messages.flatMap(peopleIn));
    return { messages, people: [...people.values()] };
  }
}

/** The longest run of plain characters of a word, with what means something to `like` left out. */
const longestPlainPart = (word: string): string =>
  (word.match(/[\x21-\x24\x26-\x5e\x60-\x7e]+/g) ?? [])
    .map((part) => part.replaceAll('!', '!!'))
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');

/** What was said, read page by page. */
import {
  chatPageMessages,
  chatResumeChanges,
  chatResumeMs,
  chatResumeMessages,
} from '@foyer/contract/limits';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Storage } from '#platform/storage/storage';
import type { ChatMessageRow, ChatTables } from '../tables.ts';

/** A room as far as somebody may read it. */
export interface Reading {
  readonly roomId: string;
  /** Earlier messages are not for this person. */
  readonly fromSeq: number;
  readonly lastSeq: number;
}

export interface HistoryPage {
  /** The oldest first. */
  readonly rows: readonly ChatMessageRow[];
  readonly older: boolean;
  readonly newer: boolean;
}

export interface Changes {
  /** By their numbers. */
  readonly rows: readonly ChatMessageRow[];
  readonly upTo: number;
  readonly more: boolean;
  readonly anew: boolean;
}

type Messages = SelectQueryBuilder<ChatTables, 'chatMessage', ChatMessageRow>;

export const numberOfRow = ({ seq, changeSeq }: ChatMessageRow): number => changeSeq ?? seq;

export class ChatHistoryStore {
  private readonly storage: Storage<ChatTables>;

  constructor(storage: Storage<ChatTables>) {
    this.storage = storage;
  }

  async newest(reading: Reading): Promise<HistoryPage> {
    return { ...(await this.before(reading, Number.MAX_SAFE_INTEGER)), newer: false };
  }

  async before(reading: Reading, seq: number, limit = chatPageMessages): Promise<HistoryPage> {
    const rows = await this.messages(reading)
      .where('seq', '<', seq)
      .orderBy('seq', 'desc')
      .limit(limit + 1)
      .execute();
    return { rows: rows.slice(0, limit).toReversed(), older: rows.length > limit, newer: true };
  }

  async after(reading: Reading, seq: number, limit = chatPageMessages): Promise<HistoryPage> {
    const rows = await this.messages(reading)
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit + 1)
      .execute();
    return { rows: rows.slice(0, limit), older: true, newer: rows.length > limit };
  }

  async around(reading: Reading, seq: number): Promise<HistoryPage> {
    const half = chatPageMessages / 2;
    const [before, after] = await Promise.all([
      this.before(reading, seq, half),
      this.after(reading, seq - 1, half),
    ]);
    return { rows: [...before.rows, ...after.rows], older: before.older, newer: after.newer };
  }

  /** What happened after a number: messages that came or changed, as they are by now. */
  async changes(reading: Reading, after: number, now: number): Promise<Changes> {
    const { lastSeq } = reading;
    const anew = { rows: [], upTo: lastSeq, more: false, anew: true };
    if (after > lastSeq || lastSeq - after > chatResumeChanges) return anew;
    const rows = await this.changed(reading, after, chatResumeMessages + 1);
    const first = rows.find(({ changeSeq }) => changeSeq === null);
    if (first !== undefined && first.at < now - chatResumeMs) return anew;
    const kept = rows.slice(0, chatResumeMessages);
    const last = kept.at(-1);
    const more = last !== undefined && rows.length > chatResumeMessages;
    return { rows: kept, upTo: more ? numberOfRow(last) : lastSeq, more, anew: false };
  }

  /**
   * The next changes after a number, by their numbers. What has happened since `lastSeq` was read is left out: of two
   * reads the later one may have seen a change that takes a message out of the earlier one.
   */
  async changed({ roomId, fromSeq, lastSeq }: Reading, after: number, limit: number) {
    const came = this.messages({ roomId, fromSeq }).where('changeSeq', 'is', null).where('seq', '>', after);
    const changed = this.messages({ roomId, fromSeq }).where('changeSeq', '>', after);
    const [first, second] = await Promise.all([
      came.where('seq', '<=', lastSeq).orderBy('seq').limit(limit).execute(),
      changed.where('changeSeq', '<=', lastSeq).orderBy('changeSeq').limit(limit).execute(),
    ]);
    return [...first, ...second].toSorted((a, b) => numberOfRow(a) - numberOfRow(b)).slice(0, limit);
  }

  /** Candidates of a search, the newest first: rows in which all of these plain texts stand. */
  candidates(reading: Reading, texts: readonly string[], before: number, limit: number) {
    let query = this.storage.longRead
      .selectFrom('chatMessage')
      .selectAll()
      .where('roomId', '=', reading.roomId)
      .where('seq', '>=', reading.fromSeq)
      .where('seq', '<', before)
      .where('deleted', 'is', null)
      .where('notice', 'is', null);
    for (const text of texts) query = query.where(sql<boolean>`lower("text") like ${`%${text}%`} escape '!'`);
    return query.orderBy('seq', 'desc').limit(limit).execute();
  }

  private messages({ roomId, fromSeq }: Pick<Reading, 'roomId' | 'fromSeq'>): Messages {
    return this.storage.read
      .selectFrom('chatMessage')
      .selectAll()
      .where('roomId', '=', roomId)
      .where('seq', '>=', fromSeq);
  }
}

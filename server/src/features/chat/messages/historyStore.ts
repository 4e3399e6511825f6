/** Reads messages page by page. */
import {
  chatPageSize,
  chatChangesMax,
  chatChangesMaxAgeMs,
  chatChangesPageSize,
} from '@foyer/contract/limits';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Storage } from '#platform/storage/storage';
import type { ChatMessageRow, ChatTables } from '../tables.ts';

/** The messages of a room that a user may read. `index.ts` explains sequence numbers. */
export interface ReadableRange {
  readonly roomId: string;
  /** The first message that the user may read. */
  readonly fromSeq: number;
  /** The sequence number of the newest change. */
  readonly lastSeq: number;
}

export interface HistoryPage {
  /** Sorted by `seq`. */
  readonly rows: readonly ChatMessageRow[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

export interface RoomChanges {
  /** Sorted by the sequence number of their last change. */
  readonly rows: readonly ChatMessageRow[];
  /** The rows include all changes up to this sequence number. */
  readonly throughSeq: number;
  readonly hasMore: boolean;
  /** There are too many changes, or they are too old: the client reloads the room. */
  readonly reset: boolean;
}

type Messages = SelectQueryBuilder<ChatTables, 'chatMessage', ChatMessageRow>;

/** The sequence number of the last change: of the last edit or deletion, or of the message itself. */
export const lastChangeSeq = ({ seq, updatedSeq }: ChatMessageRow): number => updatedSeq ?? seq;

export class ChatHistoryStore {
  private readonly storage: Storage<ChatTables>;

  constructor(storage: Storage<ChatTables>) {
    this.storage = storage;
  }

  async newest(range: ReadableRange): Promise<HistoryPage> {
    return { ...(await this.before(range, Number.MAX_SAFE_INTEGER)), hasNewer: false };
  }

  async before(range: ReadableRange, seq: number, limit = chatPageSize): Promise<HistoryPage> {
    const rows = await this.messages(range)
      .where('seq', '<', seq)
      .orderBy('seq', 'desc')
      .limit(limit + 1)
      .execute();
    return { rows: rows.slice(0, limit).toReversed(), hasOlder: rows.length > limit, hasNewer: true };
  }

  async after(range: ReadableRange, seq: number, limit = chatPageSize): Promise<HistoryPage> {
    const rows = await this.messages(range)
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit + 1)
      .execute();
    return { rows: rows.slice(0, limit), hasOlder: true, hasNewer: rows.length > limit };
  }

  /** Half a page before the message `seq`, and half a page from it on. */
  async around(range: ReadableRange, seq: number): Promise<HistoryPage> {
    const half = chatPageSize / 2;
    const [before, after] = await Promise.all([
      this.before(range, seq, half),
      this.after(range, seq - 1, half),
    ]);
    return { rows: [...before.rows, ...after.rows], hasOlder: before.hasOlder, hasNewer: after.hasNewer };
  }

  /** Returns messages that were posted or changed after a sequence number, in their current state. */
  async changes(range: ReadableRange, after: number, now: number): Promise<RoomChanges> {
    const { lastSeq } = range;
    const reset: RoomChanges = { rows: [], throughSeq: lastSeq, hasMore: false, reset: true };
    if (after > lastSeq || lastSeq - after > chatChangesMax) return reset;
    const rows = await this.changedRows(range, after, chatChangesPageSize + 1);
    const firstPosted = rows.find(({ updatedSeq }) => updatedSeq === null);
    if (firstPosted !== undefined && firstPosted.at < now - chatChangesMaxAgeMs) return reset;
    const kept = rows.slice(0, chatChangesPageSize);
    const last = kept.at(-1);
    const hasMore = last !== undefined && rows.length > chatChangesPageSize;
    return { rows: kept, throughSeq: hasMore ? lastChangeSeq(last) : lastSeq, hasMore, reset: false };
  }

  /**
   * Returns the next changes after a sequence number, sorted by the sequence numbers of the changes. Changes after
   * `range.lastSeq` are left out, because two queries are executed: a change between them could move a message out of
   * the first result.
   */
  async changedRows({ roomId, fromSeq, lastSeq }: ReadableRange, after: number, limit: number) {
    const posted = this.messages({ roomId, fromSeq })
      .where('updatedSeq', 'is', null)
      .where('seq', '>', after);
    const changed = this.messages({ roomId, fromSeq }).where('updatedSeq', '>', after);
    const [postedRows, changedRows] = await Promise.all([
      posted.where('seq', '<=', lastSeq).orderBy('seq').limit(limit).execute(),
      changed.where('updatedSeq', '<=', lastSeq).orderBy('updatedSeq').limit(limit).execute(),
    ]);
    return [...postedRows, ...changedRows]
      .toSorted((a, b) => lastChangeSeq(a) - lastChangeSeq(b))
      .slice(0, limit);
  }

  /** The `seq` of a user's newest message in a room; 0 if there is none. */
  async newestSeqOf(roomId: string, authorId: string): Promise<number> {
    const { seq } = await this.storage.read
      .selectFrom('chatMessage')
      .select((eb) => eb.fn.max('seq').as('seq'))
      .where('authorId', '=', authorId)
      .where('roomId', '=', roomId)
      .executeTakeFirstOrThrow();
    return seq ?? 0;
  }

  /**
   * Returns candidates of a search, the newest first: messages that contain all these texts, ignoring the case of ASCII
   * letters. The texts are escaped for `like` with `!`.
   */
  candidates(range: ReadableRange, texts: readonly string[], before: number, limit: number) {
    let query = this.storage.longRead
      .selectFrom('chatMessage')
      .selectAll()
      .where('roomId', '=', range.roomId)
      .where('seq', '>=', range.fromSeq)
      .where('seq', '<', before)
      .where('deletedBy', 'is', null)
      .where('notice', 'is', null);
    for (const text of texts) query = query.where(sql<boolean>`lower("text") like ${`%${text}%`} escape '!'`);
    return query.orderBy('seq', 'desc').limit(limit).execute();
  }

  private messages({ roomId, fromSeq }: Pick<ReadableRange, 'roomId' | 'fromSeq'>): Messages {
    return this.storage.read
      .selectFrom('chatMessage')
      .selectAll()
      .where('roomId', '=', roomId)
      .where('seq', '>=', fromSeq);
  }
}

/** The moderation log: what hosts have done, for other hosts. */
import { randomUUID } from 'node:crypto';
import {
  chatRoomKinds,
  isBuiltInRoom,
  moderationActions,
  type ChatRoomPlace,
  type ModerationLogEntry,
  type OperatingMode,
} from '@foyer/contract';
import { sql, type CompiledQuery, type Transaction } from 'kysely';
import type { Clock } from '#platform/clock';
import { oneOf } from '#platform/storage/columns';
import type { Storage } from '#platform/storage/storage';
import type { Actor } from '../actor.ts';
import { placeColumns, placeOf } from '../rooms/room.ts';
import type { ChatTables } from '../tables.ts';
import type { ChatUsers } from '../users.ts';
import { olderThan } from './olderThan.ts';

export interface NewModerationLogEntry {
  readonly kind: ModerationLogEntry['kind'];
  readonly hostId: string;
  readonly userId?: string;
  readonly roomId?: string;
  /** The text of a deleted message. */
  readonly text?: string;
  /** When a mute ends; absent if it is indefinite. */
  readonly mutedUntil?: number | undefined;
}

const pageSize = 100;

/** Whether the mute or removal of the log entry with the alias `entry` is in effect. Of several mutes only the latest is. */
const isInEffect = (now: number) => sql<number>`case
  when entry."kind" = 'muted' and exists (select 1 from "chatMute" mute
    where mute."mode" = entry."mode" and mute."userId" = entry."userId"
      and (mute."until" > ${now} and mute."until" = entry."mutedUntil"
        or mute."until" is null and entry."mutedUntil" is null)) then 1
  when entry."kind" = 'removed' and room."kind" in (${sql.join(builtInKinds.map((kind) => sql.lit(kind)))}) and exists (select 1
    from "chatMember" member where member."roomId" = entry."roomId" and member."userId" = entry."userId" and member."removed" = 1) then 1
  else 0 end`;

const builtInKinds = chatRoomKinds.filter((kind) => isBuiltInRoom({ kind }));

function builtInRoomOf(roomKind: string | null, place: ChatRoomPlace): Pick<ModerationLogEntry, 'room'> {
  const kind = builtInKinds.find((builtInKind) => builtInKind === roomKind);
  return kind === undefined ? {} : { room: { kind, ...place } };
}

export interface ChatModerationLogDeps {
  readonly storage: Storage<ChatTables>;
  readonly users: ChatUsers;
  readonly clock: Clock;
}

export class ChatModerationLog {
  private readonly deps: ChatModerationLogDeps;

  constructor(deps: ChatModerationLogDeps) {
    this.deps = deps;
  }

  /** Adds an entry in the transaction that stores the action. */
  async add(
    trx: Transaction<ChatTables>,
    { mode, uid }: Actor,
    entry: Omit<NewModerationLogEntry, 'hostId'>,
  ): Promise<void> {
    await trx.executeQuery(this.insertQuery(mode, { ...entry, hostId: uid }));
  }

  /** The query that adds an entry. Execute it in the transaction that stores the action. */
  insertQuery(mode: OperatingMode, entry: NewModerationLogEntry): CompiledQuery {
    const { kind, hostId, userId, roomId, text, mutedUntil } = entry;
    return this.deps.storage.db
      .insertInto('chatModerationLog')
      .values({
        id: randomUUID(),
        mode,
        kind,
        hostId,
        userId: userId ?? null,
        roomId: roomId ?? null,
        text: text ?? null,
        at: this.deps.clock(),
        mutedUntil: mutedUntil ?? null,
      })
      .compile();
  }

  /**
   * Returns a page, the newest entry first.
   * @param before the id of the last entry of the previous page
   */
  async list(
    mode: OperatingMode,
    before?: string,
  ): Promise<{ entries: ModerationLogEntry[]; hasMore: boolean }> {
    const { read } = this.deps.storage;
    let query = read
      .selectFrom('chatModerationLog as entry')
      .leftJoin('chatRoom as room', 'room.id', 'entry.roomId')
      .selectAll('entry')
      .select([
        'room.kind as roomKind',
        ...placeColumns.map((name) => `room.${name}` as const),
        isInEffect(this.deps.clock()).as('inEffect'),
      ])
      .where('entry.mode', '=', mode);
    const older = await olderThan(read, 'chatModerationLog', 'entry', before);
    if (older !== undefined) query = query.where(older);
    const rows = await query
      .orderBy('entry.at', 'desc')
      .orderBy('entry.id', 'desc')
      .limit(pageSize + 1)
      .execute();
    const users = await this.deps.users.getMany(
      rows.flatMap((row) => [row.hostId, row.userId ?? row.hostId]),
    );
    const userOf = (uid: string) => users.get(uid) ?? { uid };
    const toEntry = (row: (typeof rows)[number]): ModerationLogEntry => ({
      id: row.id,
      kind: oneOf(moderationActions, row.kind),
      host: userOf(row.hostId),
      ...(row.userId === null ? {} : { user: userOf(row.userId) }),
      ...(row.roomId === null ? {} : { roomId: row.roomId }),
      ...builtInRoomOf(row.roomKind, placeOf(row)),
      ...(row.inEffect === 1 ? { inEffect: true as const } : {}),
      ...(row.text === null ? {} : { text: row.text }),
      at: row.at,
      ...(row.mutedUntil === null ? {} : { mutedUntil: row.mutedUntil }),
    });
    return { entries: rows.slice(0, pageSize).map(toEntry), hasMore: rows.length > pageSize };
  }
}

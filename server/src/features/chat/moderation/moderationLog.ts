/** The moderation log: what hosts have done, for other hosts. */
import { randomUUID } from 'node:crypto';
import { moderationActions, type ModerationLogEntry, type OperatingMode } from '@foyer/contract';
import { sql, type CompiledQuery, type Transaction } from 'kysely';
import type { Clock } from '#platform/clock';
import type { Storage } from '#platform/storage/storage';
import type { Actor } from '../actor.ts';
import type { ChatTables } from '../tables.ts';
import type { ChatUsers } from '../users.ts';

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

/** Whether the mute or removal of the entry `a` is in effect. Of several mutes only the latest is. */
const isInEffect = (now: number) => sql<number>`case
  when a."kind" = 'muted' and exists (select 1 from "chatMute" s
    where s."mode" = a."mode" and s."userId" = a."userId"
      and (s."until" > ${now} and s."until" = a."mutedUntil" or s."until" is null and a."mutedUntil" is null)) then 1
  when a."kind" = 'removed' and r."kind" in ('area', 'global') and exists (select 1 from "chatMember" m
    where m."roomId" = a."roomId" and m."userId" = a."userId" and m."removed" = 1) then 1
  else 0 end`;

function builtInRoomOf(kind: string | null, areaId: string | null): Pick<ModerationLogEntry, 'room'> {
  if (kind === 'global') return { room: { kind } };
  return kind === 'area' && areaId !== null ? { room: { kind, areaId } } : {};
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
      .selectFrom('chatModerationLog as a')
      .leftJoin('chatRoom as r', 'r.id', 'a.roomId')
      .selectAll('a')
      .select(['r.kind as roomKind', 'r.areaId', isInEffect(this.deps.clock()).as('inEffect')])
      .where('a.mode', '=', mode);
    const last =
      before === undefined
        ? undefined
        : await read
            .selectFrom('chatModerationLog')
            .select(['at', 'id'])
            .where('id', '=', before)
            .executeTakeFirst();
    if (last !== undefined)
      query = query.where((eb) =>
        eb.or([eb('a.at', '<', last.at), eb.and([eb('a.at', '=', last.at), eb('a.id', '<', last.id)])]),
      );
    const rows = await query
      .orderBy('a.at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(pageSize + 1)
      .execute();
    const users = await this.deps.users.getMany(
      rows.flatMap((row) => [row.hostId, row.userId ?? row.hostId]),
    );
    const userOf = (uid: string) => users.get(uid) ?? { uid };
    const toEntry = (row: (typeof rows)[number]): ModerationLogEntry => ({
      id: row.id,
      kind: moderationActions.find((kind) => kind === row.kind) ?? 'deleted',
      host: userOf(row.hostId),
      ...(row.userId === null ? {} : { user: userOf(row.userId) }),
      ...(row.roomId === null ? {} : { roomId: row.roomId }),
      ...builtInRoomOf(row.roomKind, row.areaId),
      ...(row.inEffect === 1 ? { inEffect: true as const } : {}),
      ...(row.text === null ? {} : { text: row.text }),
      at: row.at,
      ...(row.mutedUntil === null ? {} : { mutedUntil: row.mutedUntil }),
    });
    return { entries: rows.slice(0, pageSize).map(toEntry), hasMore: rows.length > pageSize };
  }
}

/** The moderation log: what hosts have done, for other hosts. */
import { randomUUID } from 'node:crypto';
import { chatActionKinds, type ChatAction, type OperatingMode } from '@foyer/contract';
import { sql, type CompiledQuery, type Transaction } from 'kysely';
import type { Clock } from '#platform/clock';
import type { Storage } from '#platform/storage/storage';
import type { Actor } from '../actor.ts';
import type { ChatTables } from '../tables.ts';
import type { ChatUsers } from '../users.ts';

export interface ModerationAction {
  readonly kind: ChatAction['kind'];
  readonly hostId: string;
  readonly personId?: string;
  readonly roomId?: string;
  /** The text of a deleted message. */
  readonly text?: string;
  /** When a mute ends; absent if it is indefinite. */
  readonly until?: number | undefined;
}

const pageSize = 100;

/** Whether the mute or removal of the entry `a` is in effect. Of several mutes only the latest is. */
const isInEffect = (now: number) => sql<number>`case
  when a."kind" = 'silenced' and exists (select 1 from "chatSilence" s
    where s."mode" = a."mode" and s."userId" = a."personId"
      and (s."until" > ${now} and s."until" = a."until" or s."until" is null and a."until" is null)) then 1
  when a."kind" = 'removed' and r."kind" in ('area', 'global') and exists (select 1 from "chatMember" m
    where m."roomId" = a."roomId" and m."userId" = a."personId" and m."removed" = 1) then 1
  else 0 end`;

function builtInRoomOf(kind: string | null, areaId: string | null): Pick<ChatAction, 'room'> {
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
    action: Omit<ModerationAction, 'hostId'>,
  ): Promise<void> {
    await trx.executeQuery(this.insertQuery(mode, { ...action, hostId: uid }));
  }

  /** The query that adds an entry. Execute it in the transaction that stores the action. */
  insertQuery(mode: OperatingMode, action: ModerationAction): CompiledQuery {
    const { kind, hostId, personId, roomId, text, until } = action;
    return this.deps.storage.db
      .insertInto('chatAction')
      .values({
        id: randomUUID(),
        mode,
        kind,
        hostId,
        personId: personId ?? null,
        roomId: roomId ?? null,
        text: text ?? null,
        at: this.deps.clock(),
        until: until ?? null,
      })
      .compile();
  }

  /**
   * Returns a page, the newest entry first.
   * @param before the id of the last entry of the previous page
   */
  async list(mode: OperatingMode, before?: string): Promise<{ actions: ChatAction[]; more: boolean }> {
    const { read } = this.deps.storage;
    let query = read
      .selectFrom('chatAction as a')
      .leftJoin('chatRoom as r', 'r.id', 'a.roomId')
      .selectAll('a')
      .select(['r.kind as roomKind', 'r.areaId', isInEffect(this.deps.clock()).as('inEffect')])
      .where('a.mode', '=', mode);
    const last =
      before === undefined
        ? undefined
        : await read
            .selectFrom('chatAction')
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
      rows.flatMap((row) => [row.hostId, row.personId ?? row.hostId]),
    );
    const userOf = (uid: string) => users.get(uid) ?? { uid };
    const toEntry = (row: (typeof rows)[number]): ChatAction => ({
      id: row.id,
      kind: chatActionKinds.find((kind) => kind === row.kind) ?? 'deleted',
      host: userOf(row.hostId),
      ...(row.personId === null ? {} : { person: userOf(row.personId) }),
      ...(row.roomId === null ? {} : { roomId: row.roomId }),
      ...builtInRoomOf(row.roomKind, row.areaId),
      ...(row.inEffect === 1 ? { holds: true as const } : {}),
      ...(row.text === null ? {} : { text: row.text }),
      at: row.at,
      ...(row.until === null ? {} : { until: row.until }),
    });
    return { actions: rows.slice(0, pageSize).map(toEntry), more: rows.length > pageSize };
  }
}

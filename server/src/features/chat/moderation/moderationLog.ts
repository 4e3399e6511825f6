/** What hosts did, kept for the others of them. */
import { randomUUID } from 'node:crypto';
import { chatActionKinds, type ChatAction, type OperatingMode } from '@foyer/contract';
import { sql, type CompiledQuery } from 'kysely';
import type { Clock } from '#platform/clock';
import type { Storage } from '#platform/storage/storage';
import type { ChatTables } from '../tables.ts';
import type { ChatPeople } from '../users.ts';

export interface Done {
  readonly kind: ChatAction['kind'];
  readonly hostId: string;
  readonly personId?: string;
  readonly roomId?: string;
  /** What was deleted. */
  readonly text?: string;
  /** Absent: for good. */
  readonly until?: number | undefined;
}

const listed = 100;

/** Whether what the entry `a` says of somebody is so now: of several silences the one that is in force. */
const holds = (now: number) => sql<number>`case
  when a."kind" = 'silenced' and exists (select 1 from "chatSilence" s
    where s."mode" = a."mode" and s."userId" = a."personId"
      and (s."until" > ${now} and s."until" = a."until" or s."until" is null and a."until" is null)) then 1
  when a."kind" = 'removed' and r."kind" in ('area', 'global') and exists (select 1 from "chatMember" m
    where m."roomId" = a."roomId" and m."userId" = a."personId" and m."removed" = 1) then 1
  else 0 end`;

function placeOf(kind: string | null, areaId: string | null): Pick<ChatAction, 'room'> {
  if (kind === 'global') return { room: { kind } };
  return kind === 'area' && areaId !== null ? { room: { kind, areaId } } : {};
}

export class ChatRecord {
  private readonly parts: {
    readonly storage: Storage<ChatTables>;
    readonly people: ChatPeople;
    readonly clock: Clock;
  };

  constructor(parts: ChatRecord['parts']) {
    this.parts = parts;
  }

  /** To be stored with what was done: neither is there without the other. */
  entry(mode: OperatingMode, { kind, hostId, personId, roomId, text, until }: Done): CompiledQuery {
    return this.parts.storage.db
      .insertInto('chatAction')
      .values({
        id: randomUUID(),
        mode,
        kind,
        hostId,
        personId: personId ?? null,
        roomId: roomId ?? null,
        text: text ?? null,
        at: this.parts.clock(),
        until: until ?? null,
      })
      .compile();
  }

  /** The newest first. */
  async list(mode: OperatingMode, before?: string): Promise<{ actions: ChatAction[]; more: boolean }> {
    const { read } = this.parts.storage;
    let query = read
      .selectFrom('chatAction as a')
      .leftJoin('chatRoom as r', 'r.id', 'a.roomId')
      .selectAll('a')
      .select(['r.kind as roomKind', 'r.areaId', holds(this.parts.clock()).as('holds')])
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
      .limit(listed + 1)
      .execute();
    const people = await this.parts.people.of(
      rows.flatMap((row) => [row.hostId, row.personId ?? row.hostId]),
    );
    const personOf = (uid: string) => people.get(uid) ?? { uid };
    const actionOf = (row: (typeof rows)[number]): ChatAction => ({
      id: row.id,
      kind: chatActionKinds.find((known) => known === row.kind) ?? 'deleted',
      host: personOf(row.hostId),
      ...(row.personId === null ? {} : { person: personOf(row.personId) }),
      ...(row.roomId === null ? {} : { roomId: row.roomId }),
      ...placeOf(row.roomKind, row.areaId),
      ...(row.holds === 1 ? { holds: true as const } : {}),
      ...(row.text === null ? {} : { text: row.text }),
      at: row.at,
      ...(row.until === null ? {} : { until: row.until }),
    });
    return { actions: rows.slice(0, listed).map(actionOf), more: rows.length > listed };
  }
}

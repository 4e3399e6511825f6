/**
 * Who may post in a room, as an SQL condition. It is part of the statement that inserts or edits the message, so a user
 * who is removed or muted at the same time cannot post after that. `postingRules.ts` has the same
 * rules for what is not a message, and explains why a message was rejected. A rule that changes must be changed in both. Only whether
 * guests may post in a built-in room is not checked here: the venue says it, not the database.
 */
import { isBuiltInRoom } from '@foyer/contract';
import { sql, type RawBuilder } from 'kysely';
import type { RoomInfo } from '../rooms/room.ts';

/** A user who posts in a room, and when. */
export interface Posting {
  readonly info: RoomInfo;
  readonly uid: string;
  readonly now: number;
}

/** A value, or the placeholder of one in a prepared query. */
export type OrPlaceholder<Value> = Value | RawBuilder<Value>;

/** A posting, or the placeholders of one in a prepared query. */
export interface PostingOrPlaceholders {
  readonly info: { readonly [Name in 'id' | 'mode']: OrPlaceholder<string> } & Pick<RoomInfo, 'kind'>;
  readonly uid: OrPlaceholder<string>;
  readonly now: OrPlaceholder<number>;
}

/** A condition for a statement that selects from `chatRoom` with the alias `room`. */
export function mayPost({ info, uid, now }: PostingOrPlaceholders): RawBuilder<boolean> {
  const conditions = [
    sql`room."endedAt" is null`,
    sql`not exists (select 1 from "chatMute" mute where mute."mode" = ${info.mode} and mute."userId" = ${uid}
      and (mute."until" is null or mute."until" > ${now}))`,
    isBuiltInRoom(info)
      ? sql`not exists (select 1 from "chatMember" member
          where member."roomId" = room."id" and member."userId" = ${uid} and member."removed" = 1)`
      : sql`exists (select 1 from "chatMember" member
          where member."roomId" = room."id" and member."userId" = ${uid} and member."member" = 1)`,
  ];
  if (info.kind === 'private') conditions.push(sql`not ${blockedBetween(info.id, uid)}`);
  return sql.join(conditions, sql` and `);
}

/** Whether one of the two members of a private room has blocked the other. */
export const blockedBetween = (
  roomId: OrPlaceholder<string>,
  uid: OrPlaceholder<string>,
): RawBuilder<boolean> =>
  sql`exists (select 1 from "chatMember" other join "chatBlock" block
    on (block."userId" = ${uid} and block."blockedId" = other."userId")
    or (block."userId" = other."userId" and block."blockedId" = ${uid})
    where other."roomId" = ${roomId} and other."userId" <> ${uid})`;

/**
 * Who may post in a room, as an SQL condition. It is part of the statement that writes the message, so a user who is
 * removed or muted at the same time cannot post after that.
 */
import { sql, type RawBuilder } from 'kysely';
import { isBuiltIn, type RoomInfo } from '../rooms/room.ts';

export interface Writer {
  readonly info: RoomInfo;
  readonly uid: string;
  readonly now: number;
}

/** A value, or the placeholder of one in a prepared query. */
export type OrPlaceholder<Value> = Value | RawBuilder<Value>;

export interface WriterOrPlaceholders {
  readonly info: { readonly [Name in 'id' | 'mode']: OrPlaceholder<string> } & Pick<RoomInfo, 'kind'>;
  readonly uid: OrPlaceholder<string>;
  readonly now: OrPlaceholder<number>;
}

/** A condition on the row `r` of `chatRoom`. */
export function mayWrite({ info, uid, now }: WriterOrPlaceholders): RawBuilder<boolean> {
  const conditions = [
    sql`r."endedAt" is null`,
    sql`not exists (select 1 from "chatMute" s where s."mode" = ${info.mode} and s."userId" = ${uid}
      and (s."until" is null or s."until" > ${now}))`,
    isBuiltIn(info)
      ? sql`not exists (select 1 from "chatMember" m
          where m."roomId" = r."id" and m."userId" = ${uid} and m."removed" = 1)`
      : sql`exists (select 1 from "chatMember" m
          where m."roomId" = r."id" and m."userId" = ${uid} and m."member" = 1)`,
  ];
  if (info.kind === 'private') conditions.push(sql`not ${blockedBetween(info.id, uid)}`);
  return sql.join(conditions, sql` and `);
}

/** Whether one of the two members of a private room has blocked the other. */
export const blockedBetween = (
  roomId: OrPlaceholder<string>,
  uid: OrPlaceholder<string>,
): RawBuilder<boolean> =>
  sql`exists (select 1 from "chatMember" o join "chatBlock" b
    on (b."userId" = ${uid} and b."blockedId" = o."userId") or (b."userId" = o."userId" and b."blockedId" = ${uid})
    where o."roomId" = ${roomId} and o."userId" <> ${uid})`;

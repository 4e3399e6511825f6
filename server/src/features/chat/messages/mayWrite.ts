/** Who may write in a room, as a condition that stands in the statement that writes: nobody outruns their removal. */
import { sql, type RawBuilder } from 'kysely';
import { isStanding, type RoomFacts } from '../rooms/room.ts';

export interface Writer {
  readonly facts: RoomFacts;
  readonly uid: string;
  readonly now: number;
}

/** A value, or the place of one in a prepared query. */
export type OrPlace<Value> = Value | RawBuilder<Value>;

/** A writer whose values may be places. */
export interface WriterOrPlaces {
  readonly facts: { readonly [Name in 'id' | 'mode']: OrPlace<string> } & Pick<RoomFacts, 'kind'>;
  readonly uid: OrPlace<string>;
  readonly now: OrPlace<number>;
}

/** Of the row `r` of `chatRoom`. */
export function mayWrite({ facts, uid, now }: WriterOrPlaces): RawBuilder<boolean> {
  const conditions = [
    sql`r."endedAt" is null`,
    sql`not exists (select 1 from "chatSilence" s where s."mode" = ${facts.mode} and s."userId" = ${uid}
      and (s."until" is null or s."until" > ${now}))`,
    isStanding(facts)
      ? sql`not exists (select 1 from "chatMember" m
          where m."roomId" = r."id" and m."userId" = ${uid} and m."removed" = 1)`
      : sql`exists (select 1 from "chatMember" m
          where m."roomId" = r."id" and m."userId" = ${uid} and m."member" = 1)`,
  ];
  if (facts.kind === 'private') conditions.push(sql`not ${blockedBetween(facts.id, uid)}`);
  return sql.join(conditions, sql` and `);
}

/** Whether one of the two of a private room has blocked the other. */
export const blockedBetween = (roomId: OrPlace<string>, uid: OrPlace<string>): RawBuilder<boolean> =>
  sql`exists (select 1 from "chatMember" o join "chatBlock" b
    on (b."userId" = ${uid} and b."blockedId" = o."userId") or (b."userId" = o."userId" and b."blockedId" = ${uid})
    where o."roomId" = ${roomId} and o."userId" <> ${uid})`;

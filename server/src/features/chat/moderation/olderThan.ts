/** Pages of lists that begin with the newest row, in the order of `at` and `id`. */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { ChatTables } from '../tables.ts';

/**
 * The condition for the rows after the one with this id. Undefined if there is no such row, or no id: the list begins then.
 * @param alias of the table in the query
 */
export async function olderThan(
  read: Kysely<ChatTables>,
  table: 'chatReport' | 'chatModerationLog',
  alias: string,
  id: string | undefined,
): Promise<RawBuilder<SqlBool> | undefined> {
  if (id === undefined) return undefined;
  const row = await read.selectFrom(table).select('at').where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  const [rowAt, rowId] = [sql.ref(`${alias}.at`), sql.ref(`${alias}.id`)];
  return sql<SqlBool>`(${rowAt} < ${row.at} or (${rowAt} = ${row.at} and ${rowId} < ${id}))`;
}

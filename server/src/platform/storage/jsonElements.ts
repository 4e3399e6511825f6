/** Lists of texts as JSON in one parameter, so that one prepared query serves lists of any length. */
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '#platform/storage/engine';

/** The texts in a JSON array, as rows with the column `value` and the alias `element`. */
export const jsonElements = (engine: Engine, array: RawBuilder<unknown>): RawBuilder<unknown> =>
  engine === 'postgres'
    ? sql`jsonb_array_elements_text(cast(${array} as jsonb)) as element("value")`
    : sql`json_each(${array}) element`;

/**
 * The condition that a text is in a JSON array, without the text: `sql`"id" ${inElements(engine, array)}``. An array in
 * PostgreSQL, because it expects a hundred rows from a function, and would read a table of a few thousand rows as a whole
 * instead of finding each text in its index.
 */
export const inElements = (engine: Engine, array: RawBuilder<string>): RawBuilder<unknown> => {
  const elements = sql`select element."value" from ${jsonElements(engine, array)}`;
  return engine === 'postgres' ? sql`= any(array(${elements}))` : sql`in (${elements})`;
};

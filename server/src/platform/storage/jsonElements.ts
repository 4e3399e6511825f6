/** Lists of texts as JSON in one parameter, so that one prepared query serves lists of any length. */
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '#platform/storage/engine';

/** The texts in a JSON array, as rows with the column `value` and the alias `element`. */
export const jsonElements = (engine: Engine, array: RawBuilder<unknown>): RawBuilder<unknown> =>
  engine === 'postgres'
    ? sql`jsonb_array_elements_text(cast(${array} as jsonb)) as element("value")`
    : sql`json_each(${array}) element`;

/** The texts in a JSON array, for the right side of `in`. */
export const inElements = (engine: Engine, array: RawBuilder<string>): RawBuilder<string> =>
  sql`(select element."value" from ${jsonElements(engine, array)})`;

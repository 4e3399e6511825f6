/** Column types that behave the same on both engines. Ids are 'text', times and numbers 'bigint', flags 'smallint'. */
import { type ColumnBuilderCallback, sql } from 'kysely';
import type { Engine } from '#platform/storage/engine';

/** JSON stored as the original text; spread into `addColumn(...jsonColumn('venue', engine))`. */
export const jsonColumn = (
  name: string,
  engine: Engine,
  build: ColumnBuilderCallback = (column) => column,
): [string, 'json' | 'text', ColumnBuilderCallback] =>
  engine === 'postgres'
    ? [name, 'json', build]
    : [name, 'text', (column) => build(column.check(sql`json_valid(${sql.ref(name)})`))];

/** Bytes, written and read as `Uint8Array`. */
export const bytesType = (engine: Engine): 'bytea' | 'blob' => (engine === 'postgres' ? 'bytea' : 'blob');

/** The text of a JSON column. Throws for values that JSON cannot represent. */
export const toJson = (value: unknown): string => {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`A JSON column cannot hold a ${typeof value}`);
  return text;
};
/** The value of a JSON column. The owner of the column must validate it. */
export const fromJson = (text: string): unknown => JSON.parse(text);

/** A text that must be one of these values. @throws if the database has another one */
export function oneOf<const T extends string>(values: readonly T[], text: string | null): T {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(`The database has ${text} instead of one of ${values.join(', ')}`);
  return found;
}

import { type Kysely, sql } from 'kysely';
import type { Engine } from '#platform/storage/engine';

/** Ordinary tables, sorted by name, without the internal tables of full-text indexes. */
export const tableNames = async <DB>(read: Kysely<DB>, engine: Engine): Promise<string[]> => {
  const { rows } =
    engine === 'sqlite'
      ? await sql<{ name: string }>`select name from pragma_table_list
          where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`.execute(
          read,
        )
      : await sql<{ name: string }>`select relname as name from pg_class
          where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname collate "C"`.execute(
          read,
        );
  return rows.map(({ name }) => name);
};

/** The stored columns of a table and those of its primary key, in order. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
}

/** The shapes of all ordinary tables. Tables and columns are sorted by name. */
export const tableShapes = async <DB>(read: Kysely<DB>, engine: Engine): Promise<TableShape[]> => {
  const shapes: TableShape[] = [];
  for (const name of await tableNames(read, engine)) {
    const { rows } = await (engine === 'sqlite' ? sqliteColumns(name) : postgresColumns(name)).execute(read);
    shapes.push({
      name,
      columns: rows.map((column) => column.name),
      primaryKey: rows
        .filter(({ position }) => position > 0)
        .toSorted((a, b) => a.position - b.position)
        .map((column) => column.name),
    });
  }
  return shapes;
};

/** `position` is the position in the primary key from 1; 0 if the column is not part of it. */
interface Column {
  readonly name: string;
  readonly position: number;
}
const sqliteColumns = (table: string) =>
  sql<Column>`select name, pk as position from pragma_table_xinfo(${table}) where hidden = 0 order by name`;
const postgresColumns = (table: string) =>
  sql<Column>`select attname as name, coalesce(array_position(indkey::int2[], attnum), -1) + 1 as position
    from pg_attribute left join pg_index on indrelid = attrelid and indisprimary
    where attrelid = ${sql.lit(`"${table}"`)}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attname collate "C"`;

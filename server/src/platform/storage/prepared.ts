/** Queries that are built and compiled once. Building a query takes several times as long as running it. */
import { hash } from 'node:crypto';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Parameter } from '#platform/storage/parameters';

/** Stands for a parameter of a prepared query. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A query with a name, under which PostgreSQL keeps its plan. Planning can take ten times as long as running it. */
export interface PreparedQuery extends CompiledQuery {
  readonly name: string | undefined;
}

/** A migration by a newer node can change the columns of `*`, which PostgreSQL rejects for a kept plan. */
const selectsAllColumns = /(select|returning|,|\.)\s*\*/i;

/**
 * Prepares a query with named placeholders: `prepareQuery<{ id: string }>((param) => db….where('id', '=',
 * param('id')).compile())`. Returns a function that fills them in, for `atomic` and `executeQuery`; other parameters
 * keep their values.
 */
export function prepareQuery<Values extends Readonly<Record<string, Parameter>>, Row = unknown>(
  build: (
    param: <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>,
  ) => CompiledQuery<Row>,
): (values: Values) => CompiledQuery<Row> {
  const query = build((name) => sql`${new Placeholder(name)}`);
  const name = selectsAllColumns.test(query.sql) ? undefined : hash('sha256', query.sql, 'base64url');
  return (values) => {
    const prepared: PreparedQuery = {
      ...query,
      name,
      parameters: query.parameters.map((parameter) =>
        parameter instanceof Placeholder ? values[parameter.name] : parameter,
      ),
    };
    return prepared;
  };
}

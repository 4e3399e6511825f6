/** Queries that are built and compiled once. Building a query takes several times as long as running it. */
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Parameter } from '#platform/storage/parameters';

/** Stands for a parameter of a prepared query. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

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
  return (values) => ({
    ...query,
    parameters: query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    ),
  });
}

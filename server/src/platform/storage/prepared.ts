/** Queries that are built and compiled once: on a hot way that costs several times what running them does. */
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Parameter } from '#platform/storage/parameters';

/** Stands among the parameters of a prepared query where a value comes in. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Prepares a query with named places: `prepared<{ id: string }>((place) => db….where('id', '=', place('id')).compile())`.
 * Returns what fills them in, for `atomic` and `executeQuery`; parameters that are no places stay as they were built.
 */
export function prepared<Values extends Readonly<Record<string, Parameter>>, Row = unknown>(
  build: (
    place: <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>,
  ) => CompiledQuery<Row>,
): (values: Values) => CompiledQuery<Row> {
  const query = build((name) => sql`${new Place(name)}`);
  return (values) => ({
    ...query,
    parameters: query.parameters.map((parameter) =>
      parameter instanceof Place ? values[parameter.name] : parameter,
    ),
  });
}

/**
 * Adds and deletes likes. The unit that adds or deletes a like also changes the count of what is liked.
 *
 * On PostgreSQL concurrent units see what others commit meanwhile. Of two that add the same like, the second waits at the
 * unique key and adds nothing; of two that delete it, the second waits for the row and finds none. So only one marks the
 * row (`counted` 0 or -1), and the next statement changes the count if it sees the mark. All units lock the like before
 * the count, so they never wait for each other in a circle.
 */
import type { LikeCount } from '@foyer/contract';
import {
  sql,
  type CompiledQuery,
  type QueryExecutorProvider,
  type QueryResult,
  type RawBuilder,
} from 'kysely';
import type { Parameter } from '#platform/storage/parameters';
import { prepareQuery } from '#platform/storage/prepared';

/** The tables and columns of likes. The table of counts has the columns `likes` and `changes`, too. */
export interface LikeTables {
  /**
   * Beside `columns` it has `counted`: 1 if the count includes the like. Other values exist within a unit only: 0 in the
   * one that adds the like, -1 in the one that deletes it. The pairs `mode` and `uuid`, and `key`, are unique.
   */
  readonly likes: string;
  readonly counts: string;
  readonly columns: readonly string[];
  /** The columns that identify a like beside its uuid. */
  readonly key: readonly string[];
  /** The key of the counts: columns of both tables. */
  readonly countKey: readonly string[];
}

/** The count after a unit. */
export interface CountAfter {
  readonly count: LikeCount;
  /** Whether the unit has changed it. */
  readonly isChanged: boolean;
}

/** Statements of the caller within the unit that adds a like. */
export interface LikeGuard {
  /** Executed first. */
  readonly lock: readonly CompiledQuery[];
  /** Executed after the like was added, while `counted` is 0: deletes it if it is not allowed. */
  readonly reject: readonly CompiledQuery[];
}

interface LikeStorage {
  readonly db: QueryExecutorProvider;
  readonly read: { executeQuery(query: CompiledQuery<LikeCount>): Promise<QueryResult<LikeCount>> };
  atomic(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]>;
}

type Values<Name extends string> = Readonly<Record<Name, Parameter>>;

const neverLiked: LikeCount = { likes: 0, changes: 0 };
const unguarded: LikeGuard = { lock: [], reject: [] };

export class LikeUnits<Column extends string, Key extends Column> {
  private readonly storage: LikeStorage;
  private readonly tables: LikeTables;
  private readonly queries: ReturnType<typeof unitQueries>;

  constructor(
    storage: LikeStorage,
    tables: LikeTables & {
      readonly columns: readonly Column[];
      readonly key: readonly Key[];
      readonly countKey: readonly Key[];
    },
  ) {
    this.storage = storage;
    this.tables = tables;
    this.queries = unitQueries(storage.db, tables);
  }

  /** Adds a like, unless another one has its key or its uuid. */
  async add(
    like: Values<Column | 'mode' | 'uuid'>,
    { lock, reject }: LikeGuard = unguarded,
  ): Promise<CountAfter & { readonly isAdded: boolean }> {
    const { queries } = this;
    const uuid = pick(like, ['mode', 'uuid']);
    const insert = queries.insert(pick(like, this.tables.columns));
    const raise = queries.raise(uuid);
    const statements = [...lock, insert, ...reject, raise, queries.markCounted(uuid)];
    const results = await this.storage.atomic(statements);
    const resultOf = (query: CompiledQuery) => results[statements.indexOf(query)];
    const isAdded = (resultOf(insert)?.numAffectedRows ?? 0n) > 0n;
    return { ...(await this.countAfter(resultOf(raise), like)), isAdded };
  }

  /** Deletes the like with this key. */
  async delete(like: Values<Key>): Promise<CountAfter> {
    const { queries } = this;
    const key = pick(like, this.tables.key);
    const [, lowered] = await this.storage.atomic([
      queries.markDeleted(key),
      queries.lower(key),
      queries.delete(key),
    ]);
    return this.countAfter(lowered, like);
  }

  /** @param changed of the statement that returns the count if it changes it */
  private async countAfter(
    changed: QueryResult<unknown> | undefined,
    like: Values<Key>,
  ): Promise<CountAfter> {
    const [changedCount] = (changed?.rows ?? []) as LikeCount[];
    if (changedCount !== undefined) return { count: changedCount, isChanged: true };
    const query = this.queries.count(pick(like, this.tables.countKey));
    const { rows } = await this.storage.read.executeQuery(query);
    return { count: rows[0] ?? neverLiked, isChanged: false };
  }
}

const pick = (values: Readonly<Record<string, Parameter>>, names: readonly string[]): Values<string> =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

type Param = (name: string) => RawBuilder<unknown>;

/** Prepared queries, because each like executes them. */
function unitQueries(db: QueryExecutorProvider, tables: LikeTables) {
  const [likes, counts] = [sql.id(tables.likes), sql.id(tables.counts)];
  const { columns, key, countKey } = tables;
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)));
  const equal = (names: readonly string[], param: Param) =>
    sql.join(
      names.map((name) => sql`${sql.id(name)} = ${param(name)}`),
      sql` and `,
    );
  const prepare = (build: (param: Param) => RawBuilder<unknown>) =>
    prepareQuery<Values<string>>((param) => build(param).compile(db));
  return {
    insert: prepare(
      (param) =>
        sql`insert into ${likes} (${list(columns)}, "counted")
          values (${sql.join(columns.map((name) => param(name)))}, 0) on conflict do nothing`,
    ),
    raise: prepare(
      (param) =>
        sql`insert into ${counts} (${list(countKey)}, "likes", "changes")
          select ${list(countKey)}, 1, 1 from ${likes}
          where ${equal(['mode', 'uuid'], param)} and "counted" = 0
          on conflict (${list(countKey)}) do update set
            "likes" = ${counts}."likes" + 1, "changes" = ${counts}."changes" + 1
          returning "likes", "changes"`,
    ),
    markCounted: prepare(
      (param) =>
        sql`update ${likes} set "counted" = 1 where ${equal(['mode', 'uuid'], param)} and "counted" = 0`,
    ),
    markDeleted: prepare(
      (param) => sql`update ${likes} set "counted" = -1 where ${equal(key, param)} and "counted" = 1`,
    ),
    lower: prepare(
      (param) =>
        sql`update ${counts} set "likes" = "likes" - 1, "changes" = "changes" + 1
          where ${equal(countKey, param)} and exists (select 1 from ${likes}
            where ${equal(key, param)} and "counted" = -1)
          returning "likes", "changes"`,
    ),
    delete: prepare((param) => sql`delete from ${likes} where ${equal(key, param)} and "counted" = -1`),
    count: prepareQuery<Values<string>, LikeCount>((param) =>
      sql<LikeCount>`select "likes", "changes" from ${counts} where ${equal(countKey, param)}`.compile(db),
    ),
  };
}

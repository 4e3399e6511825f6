/**
 * Stores likes, and the count of what is liked. The unit that adds or deletes a like also changes the count of what is liked.
 *
 * On PostgreSQL concurrent units see what others commit meanwhile. Of two that add the same like, the second waits at the
 * unique key and adds nothing; of two that delete it, the second waits for the row and finds none. So only one marks the
 * row (`counted` 0 or -1), and the next statement changes the count if it sees the mark. All units lock the like before
 * the count, so they never wait for each other in a circle.
 */
import type { LikeCount, OperatingMode } from '@foyer/contract';
import {
  sql,
  type CompiledQuery,
  type QueryExecutorProvider,
  type QueryResult,
  type RawBuilder,
} from 'kysely';
import { ApiError } from '#platform/apiError';
import { Semaphore } from '#platform/concurrency/semaphore';
import type { Parameter } from '#platform/storage/parameters';
import { prepareQuery } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';

/** The tables and columns of likes. The table of counts has the columns `likes` and `changes`, too. */
export interface LikeTables<Key extends string = string> {
  /**
   * Beside `columns` it has `counted`: 1 if the count includes the like. Other values exist within a unit only: 0 in the
   * one that adds the like, -1 in the one that deletes it. The pairs `mode` and `uuid`, and `key`, are unique.
   */
  readonly likes: string;
  readonly counts: string;
  readonly columns: readonly string[];
  /** The columns that identify a like beside its uuid. */
  readonly key: readonly Key[];
  /** The key of the counts: columns of both tables. */
  readonly countKey: readonly Key[];
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

/** `after`: the uuid of the last like before it; '' for the first page. */
export type Page = Readonly<{ after: string; limit: number }>;

/** The rest of the connections to PostgreSQL is left to others. */
const parallelDeletions = 4;

type Values<Name extends string> = Readonly<Record<Name, Parameter>>;

const neverLiked: LikeCount = { likes: 0, changes: 0 };
const unguarded: LikeGuard = { lock: [], reject: [] };

interface LikeRow {
  readonly mode: OperatingMode;
  readonly uuid: string;
  readonly authorId: string;
}

/** The base of the stores of likes. `Like` is a row without `counted`. */
export class LikeStore<Tables, Like extends LikeRow & Values<Key>, Key extends string> {
  protected readonly storage: Storage<Tables>;
  private readonly tables: LikeTables<Key>;
  private readonly queries: ReturnType<typeof likeQueries<Like>>;

  constructor(
    storage: Storage<Tables>,
    tables: LikeTables<Key> & { readonly columns: readonly (keyof Like)[] },
  ) {
    this.storage = storage;
    this.tables = tables;
    this.queries = likeQueries<Like>(storage.db, tables);
  }

  /** Adds a like, unless another one has its key. @throws ApiError `conflict` if another like has the uuid */
  async add(like: Like, { lock, reject }: LikeGuard = unguarded): Promise<CountAfter> {
    const { queries, tables } = this;
    const uuid = pick(like, ['mode', 'uuid']);
    const insert = queries.insert(pick(like, tables.columns));
    const raise = queries.raise(uuid);
    const statements = [...lock, insert, ...reject, raise, queries.markCounted(uuid)];
    const results = await this.storage.atomic(statements);
    const resultOf = (query: CompiledQuery) => results[statements.indexOf(query)];
    const after = await this.countAfter(resultOf(raise), like);
    if ((resultOf(insert)?.numAffectedRows ?? 0n) > 0n) return after;
    const existing = await this.find(like.mode, like.uuid);
    if (existing !== undefined && tables.key.some((name) => existing[name] !== like[name]))
      throw uuidTaken(like.uuid);
    return after;
  }

  /** Deletes the like of an author, whatever its uuid. */
  async delete(like: Pick<Like, Key>): Promise<CountAfter> {
    const { markDeleted, lower, delete: remove } = this.queries;
    const key = pick(like, this.tables.key);
    const [, lowered] = await this.storage.atomic([markDeleted(key), lower(key), remove(key)]);
    return this.countAfter(lowered, like);
  }

  /** Deletes all likes of an author, in both modes. */
  async deleteByAuthor(authorId: string, onDeleted: (like: Like, after: CountAfter) => void): Promise<void> {
    const permits = new Semaphore({ permits: parallelDeletions });
    await Promise.all(
      (await this.allByAuthor(authorId)).map((like) =>
        permits.run(async () => onDeleted(like, await this.delete(like))),
      ),
    );
  }

  async find(mode: OperatingMode, uuid: string): Promise<Like | undefined> {
    const { rows } = await this.storage.read.executeQuery(this.queries.find({ mode, uuid }));
    return rows[0];
  }

  /** The likes of an author in the order of their uuids. */
  async listByAuthor(authorId: string, mode: OperatingMode, page: Page): Promise<readonly Like[]> {
    const query = this.queries.listByAuthor({ authorId, mode, ...page });
    return (await this.storage.read.executeQuery(query)).rows;
  }

  /** In both modes. */
  async allByAuthor(authorId: string): Promise<readonly Like[]> {
    return (await this.storage.longRead.executeQuery(this.queries.allByAuthor({ authorId }))).rows;
  }

  /** @param changed of the statement that returns the count if it changes it */
  private async countAfter(
    changed: QueryResult<unknown> | undefined,
    like: Pick<Like, Key>,
  ): Promise<CountAfter> {
    const [changedCount] = (changed?.rows ?? []) as LikeCount[];
    if (changedCount !== undefined) return { count: changedCount, isChanged: true };
    const query = this.queries.count(pick(like, this.tables.countKey));
    const { rows } = await this.storage.read.executeQuery(query);
    return { count: rows[0] ?? neverLiked, isChanged: false };
  }
}

export const uuidTaken = (uuid: string): ApiError =>
  new ApiError('conflict', `Another like has the uuid ${uuid}.`);

const pick = (values: Readonly<Record<string, Parameter>>, names: readonly string[]): Values<string> =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

type Param = (name: string) => RawBuilder<unknown>;

/** Prepared queries, because each like executes them. */
function likeQueries<Like>(db: QueryExecutorProvider, tables: LikeTables) {
  const [likes, counts] = [sql.id(tables.likes), sql.id(tables.counts)];
  const { columns, key, countKey } = tables;
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)));
  const equal = (names: readonly string[], param: Param) =>
    sql.join(
      names.map((name) => sql`${sql.id(name)} = ${param(name)}`),
      sql` and `,
    );
  const prepareRead = <Name extends string>(where: (param: Param) => RawBuilder<unknown>) =>
    prepareQuery<Values<Name>, Like>((param) =>
      sql<Like>`select ${list(columns)} from ${likes} where ${where(param as Param)}`.compile(db),
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
    find: prepareRead<'mode' | 'uuid'>((param) => equal(['mode', 'uuid'], param)),
    listByAuthor: prepareRead<'authorId' | 'mode' | keyof Page>(
      (param) =>
        sql`${equal(['authorId', 'mode'], param)} and "uuid" > ${param('after')}
          order by "uuid" limit ${param('limit')}`,
    ),
    allByAuthor: prepareRead<'authorId'>(
      (param) => sql`${equal(['authorId'], param)} order by "mode", "uuid"`,
    ),
    count: prepareQuery<Values<string>, LikeCount>((param) =>
      sql<LikeCount>`select "likes", "changes" from ${counts} where ${equal(countKey, param)}`.compile(db),
    ),
  };
}

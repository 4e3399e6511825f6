import type { Kysely } from 'kysely';
import type { Engine } from '#platform/storage/engine';

/** One forward step of the schema. `id` sorts: a number of four digits and a word, as in `0001-venue`. */
export interface Migration {
  readonly id: string;
  up(db: Kysely<unknown>, engine: Engine): Promise<void>;
}

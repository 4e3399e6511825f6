import type { Kysely } from 'kysely';
import type { Engine } from '#platform/storage/engine';

/**
 * One forward step of the schema. Steps are applied in the order of `id`: four digits and a name, such as `0001-venue`.
 */
export interface Migration {
  readonly id: string;
  up(db: Kysely<unknown>, engine: Engine): Promise<void>;
}

import type { AnyRoute, Page } from '#platform/http/route';
import type { Migration } from '#platform/storage/migration';

/** What a feature adds to the server; `app.ts` is the one place that composes them. */
export interface Feature {
  readonly name: string;
  readonly routes: readonly AnyRoute[];
  /** What it answers outside `/api`: pages, signed addresses. */
  readonly pages?: readonly Page[];
  readonly migrations?: readonly Migration[];
  /** Called once when all features are made and the storage is migrated. */
  start?(): Promise<void>;
  /** Called once on a graceful stop, after the last request was answered. */
  stop?(): Promise<void>;
}

import type { AnyRoute, Page } from '#platform/http/route';
import type { AnyCommandHandler } from '#platform/realtime/commands';

/** What a feature adds to the server; `app.ts` is the one place that composes them. */
export interface Feature {
  readonly name: string;
  readonly routes: readonly AnyRoute[];
  /** What it answers outside `/api`: pages, signed addresses. */
  readonly pages?: readonly Page[];
  /** What it answers over the realtime connection. */
  readonly commands?: readonly AnyCommandHandler[];
  /** Called once when all features are made and the storage is migrated. */
  start?(): Promise<void>;
  /** Called once on a graceful stop, after the last request was answered. */
  stop?(): Promise<void>;
}

/** Profile details and chosen statuses of the users who are connected to this node, loaded in batches. */
import { setImmediate as turn } from 'node:timers/promises';
import { defaultChoice, type Choice, type Details } from './entry.ts';
import type { DescribeUsers } from './ports.ts';
import type { PresenceStore } from './store.ts';
import type { LogicalClock } from './logicalClock.ts';
import type { Log } from '#platform/log/log';

export interface CachedUser {
  readonly details: Details;
  readonly choice: Choice;
}

export interface UserDetailsCacheDeps {
  readonly describe: DescribeUsers;
  readonly store: Pick<PresenceStore, 'choices'>;
  readonly logicalClock: LogicalClock;
  readonly log: Pick<Log, 'warn'>;
  /** Called when the details or the choice of a user have changed. */
  readonly onChange: (uid: string) => void;
}

interface CacheEntry {
  /** Includes connections in their grace period. */
  connections: number;
  /** Undefined until loaded, and for users who are deleted or blocked. */
  details: Details | undefined;
  choice: Choice;
}

/** Users per query. */
const maxBatch = 500;

export class UserDetailsCache {
  private readonly deps: UserDetailsCacheDeps;
  private readonly entries = new Map<string, CacheEntry>();
  private readonly pending = new Set<string>();
  private isLoading = false;

  constructor(deps: UserDetailsCacheDeps) {
    this.deps = deps;
  }

  get(uid: string): CachedUser | undefined {
    const entry = this.entries.get(uid);
    return entry?.details === undefined ? undefined : { details: entry.details, choice: entry.choice };
  }

  addConnection(uid: string): void {
    const entry = this.entries.get(uid);
    if (entry !== undefined) {
      entry.connections += 1;
      return;
    }
    this.entries.set(uid, { connections: 1, details: undefined, choice: defaultChoice });
    this.refresh(uid);
  }

  removeConnection(uid: string): void {
    const entry = this.entries.get(uid);
    if (entry === undefined) return;
    entry.connections -= 1;
    if (entry.connections === 0) this.entries.delete(uid);
  }

  /** Reloads a user who is connected to this node. */
  refresh(uid: string): void {
    if (!this.entries.has(uid)) return;
    this.pending.add(uid);
    this.loadPending();
  }

  refreshAll(): void {
    for (const uid of this.entries.keys()) this.pending.add(uid);
    this.loadPending();
  }

  /** Applies a choice that was made here or on another node, unless a later one is cached. */
  applyChoice(uid: string, choice: Choice): void {
    this.deps.logicalClock.observe(choice.chosenAt);
    const entry = this.entries.get(uid);
    if (entry === undefined || entry.choice.chosenAt >= choice.chosenAt) return;
    entry.choice = choice;
    this.deps.onChange(uid);
  }

  /** Loads the pending users. Called at every tick, which retries after an error. */
  loadPending(): void {
    if (this.isLoading || this.pending.size === 0) return;
    this.isLoading = true;
    void this.loadAllPending();
  }

  private async loadAllPending(): Promise<void> {
    // Users who connect in the same turn of the event loop are loaded together.
    await turn();
    let batch: string[] = [];
    try {
      while (this.pending.size > 0) {
        batch = [...this.pending].slice(0, maxBatch);
        for (const uid of batch) this.pending.delete(uid);
        await this.loadBatch(batch);
      }
    } catch (error) {
      for (const uid of batch) this.pending.add(uid);
      this.deps.log.warn({ err: error }, 'loading presence details failed');
    } finally {
      this.isLoading = false;
    }
  }

  private async loadBatch(uids: readonly string[]): Promise<void> {
    const { describe, store, onChange } = this.deps;
    const [details, choices] = await Promise.all([describe(uids), store.choices(uids)]);
    for (const uid of uids) {
      const entry = this.entries.get(uid);
      if (entry === undefined) continue;
      entry.details = details.get(uid);
      const chosen = choices.get(uid);
      if (chosen) this.applyChoice(uid, chosen);
      onChange(uid);
    }
  }
}

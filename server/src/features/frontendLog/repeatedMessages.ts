/**
 * Counts messages beyond the rate limit that equal a stored one. Each node counts in memory and adds its numbers to the
 * stored messages at intervals, so that a flood of messages causes few writes.
 */
import { BoundedMap } from '#platform/boundedMap';
import type { Clock } from '#platform/clock';
import type { DroppedMessages } from './droppedMessages.ts';
import { mergeMs, type CapturedMessageStore } from './store.ts';

/** Beyond this the oldest one is forgotten, and messages that equal it are dropped. */
const maxStored = 1_000;

export interface RepeatedMessagesDeps {
  readonly store: Pick<CapturedMessageStore, 'raiseCount'>;
  readonly dropped: Pick<DroppedMessages, 'add'>;
  readonly clock: Clock;
}

export class RepeatedMessages {
  private readonly deps: RepeatedMessagesDeps;
  /** When this node has stored a message first, by its merge key. */
  private readonly storedAt = new BoundedMap<string, number>(maxStored);
  /** By merge key; not in the table yet. */
  private readonly pending = new Map<string, { readonly count: number; readonly lastAt: number }>();

  constructor(deps: RepeatedMessagesDeps) {
    this.deps = deps;
  }

  onStored(mergeKey: string): void {
    if (!this.isStored(mergeKey)) this.storedAt.set(mergeKey, this.deps.clock());
  }

  /** Counts a message. Returns false if this node has not stored an equal one within the last minute. */
  add(mergeKey: string): boolean {
    if (!this.isStored(mergeKey)) return false;
    const { count = 0 } = this.pending.get(mergeKey) ?? {};
    this.pending.set(mergeKey, { count: count + 1, lastAt: this.deps.clock() });
    return true;
  }

  /** Adds the numbers of this node to the stored messages. */
  async save(): Promise<void> {
    const { store, dropped } = this.deps;
    const unsaved = [...this.pending];
    for (const [mergeKey, { count, lastAt }] of unsaved) {
      const isRaised = await store.raiseCount(mergeKey, count, lastAt);
      this.subtract(mergeKey, count);
      if (!isRaised) dropped.add(count);
    }
  }

  /** More may have been added while these were saved. */
  private subtract(mergeKey: string, saved: number): void {
    const { count = 0, lastAt = 0 } = this.pending.get(mergeKey) ?? {};
    if (count > saved) this.pending.set(mergeKey, { count: count - saved, lastAt });
    else this.pending.delete(mergeKey);
  }

  private isStored(mergeKey: string): boolean {
    const storedAt = this.storedAt.get(mergeKey);
    return storedAt !== undefined && this.deps.clock() < storedAt + mergeMs;
  }
}

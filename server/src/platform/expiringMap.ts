/** A `BoundedMap` whose entries expire. Expired entries are deleted when they are read, or all by `deleteExpired`. */
import { BoundedMap } from '#platform/boundedMap';
import type { Clock, MonotonicClock } from '#platform/clock';

export class ExpiringMap<K, V> {
  private readonly clock: Clock | MonotonicClock;
  private readonly entries: BoundedMap<K, { readonly value: V; readonly expiresAt: number }>;

  constructor(limit: number, clock: Clock | MonotonicClock) {
    this.entries = new BoundedMap(limit);
    this.clock = clock;
  }

  get(key: K): V | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.expiresAt > this.clock()) return entry?.value;
    this.entries.delete(key);
    return undefined;
  }

  /** @param expiresAt by the clock of this map */
  set(key: K, value: V, expiresAt: number): void {
    this.entries.set(key, { value, expiresAt });
  }

  delete(key: K): void {
    this.entries.delete(key);
  }

  deleteWhere(matches: (value: V) => boolean): void {
    for (const [key, { value }] of this.entries) if (matches(value)) this.entries.delete(key);
  }

  deleteExpired(): void {
    const now = this.clock();
    for (const [key, { expiresAt }] of this.entries) if (expiresAt <= now) this.entries.delete(key);
  }
}

/**
 * A map of at most `limit` entries. Setting an entry makes it the newest; beyond the limit the oldest entry is deleted.
 * Reading does not renew an entry: for a least-recently-used cache, set it again after reading.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  private readonly limit: number;

  constructor(limit: number) {
    super();
    this.limit = limit;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.limit) this.deleteOldest();
    return this;
  }

  private deleteOldest(): void {
    for (const key of this.keys()) {
      this.delete(key);
      return;
    }
  }
}

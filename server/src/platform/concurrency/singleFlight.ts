/** Shares running work: callers with the same key receive the same promise while it runs, also if it fails. */
export class SingleFlight<T> {
  private readonly running = new Map<string, Promise<T>>();

  /** Runs `work` unless work for `key` is running already. Results are not cached. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.running.get(key);
    if (running !== undefined) return running;
    const started = work().finally(() => this.running.delete(key));
    this.running.set(key, started);
    return started;
  }

  /** Resolves when the currently running work has settled. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.running.values());
  }
}

/** Shares running work: callers that ask for a key while it runs receive the same promise, also when it fails. */
export class SingleFlight<T> {
  private readonly running = new Map<string, Promise<T>>();

  /** Runs `work`, unless work for `key` is running already. Nothing is kept once it has settled. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.running.get(key);
    if (running !== undefined) return running;
    const started = work().finally(() => this.running.delete(key));
    this.running.set(key, started);
    return started;
  }

  /** Resolves when the work that runs now has settled. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.running.values());
  }
}

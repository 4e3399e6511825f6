/**
 * Work whose requests coalesce: runs never overlap, and all requests during a run lead to one more run after it, which
 * sees what they have changed. A run must not call `request` before its first `await`.
 */
export class CoalescingTask {
  private readonly run: () => Promise<void>;
  private current: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(run: () => Promise<void>) {
    this.run = run;
  }

  get isRunning(): boolean {
    return this.current !== undefined || this.next !== undefined;
  }

  /** Starts a run, or one more after the current run. Resolves or rejects with that run. */
  request(): Promise<void> {
    if (this.current !== undefined) this.next ??= this.startAfter(this.current);
    return this.next ?? this.start();
  }

  /** Resolves when the current and the requested run have ended, also if they fail. */
  async settle(): Promise<void> {
    await Promise.allSettled([this.current, this.next]);
  }

  private async startAfter(current: Promise<void>): Promise<void> {
    await Promise.allSettled([current]);
    this.next = undefined;
    return this.start();
  }

  private start(): Promise<void> {
    this.current = this.run().finally(() => {
      this.current = undefined;
    });
    return this.current;
  }
}

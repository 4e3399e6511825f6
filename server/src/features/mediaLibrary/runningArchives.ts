/** Limits the archives that this node sends, because each holds a file of the storage open. */
import type { Readable } from 'node:stream';
import { ApiError } from '#platform/apiError';
import type { MonotonicClock } from '#platform/clock';

/** Of all users together. */
export const maxArchives = 100;
/** A client that has accepted nothing for so long may be gone: its archive does not prevent the user from another one. */
export const replaceableMs = 10_000;
/** And after this time the archive ends. TCP itself notices a lost client only after a quarter of an hour. */
export const stalledMs = 60_000;

class RunningArchive {
  private readonly clock: MonotonicClock;
  private body: Readable | undefined;
  /** When the client stopped accepting bytes; undefined while it accepts them. */
  private blockedSince: number | undefined;

  constructor(clock: MonotonicClock) {
    this.clock = clock;
  }

  /** Watches the content, which is piped to the client: it is paused while the client accepts nothing. */
  watch(body: Readable): void {
    this.body = body;
    body.on('pause', () => {
      this.blockedSince = this.clock();
    });
    body.on('resume', () => {
      this.blockedSince = undefined;
    });
  }

  get blockedMs(): number {
    return this.blockedSince === undefined ? 0 : this.clock() - this.blockedSince;
  }

  abort(): void {
    const seconds = Math.round(this.blockedMs / 1_000);
    this.body?.destroy(new Error(`The client has accepted nothing for ${seconds} seconds`));
  }
}

export class RunningArchives {
  private readonly clock: MonotonicClock;
  private readonly byUser = new Map<string, RunningArchive>();

  constructor(clock: MonotonicClock) {
    this.clock = clock;
  }

  /** @throws ApiError `conflict` if an archive of this user is being sent, `unavailable` if there are too many of others */
  assertFree(user: string): void {
    const own = this.byUser.get(user);
    if (own !== undefined && own.blockedMs < replaceableMs)
      throw new ApiError(
        'conflict',
        'You are downloading a ZIP already. Wait until it is complete, or cancel it.',
      );
    if (own === undefined && this.byUser.size >= maxArchives)
      throw new ApiError('unavailable', `The server is sending ${maxArchives} ZIPs. Try again soon.`, {
        retryAfter: 10,
      });
  }

  /** Starts to count an archive, in place of a stalled one of the same user. Call `end` if there is no content to send. */
  begin(user: string): { send: (body: Readable) => void; end: () => void } {
    this.assertFree(user);
    this.byUser.get(user)?.abort();
    const archive = new RunningArchive(this.clock);
    this.byUser.set(user, archive);
    const end = (): void => {
      if (this.byUser.get(user) === archive) this.byUser.delete(user);
    };
    const send = (body: Readable): void => {
      body.once('close', end);
      archive.watch(body);
    };
    return { send, end };
  }

  /** Ends the archives of clients that have accepted nothing for `stalledMs`. */
  abortStalled(): void {
    for (const archive of this.byUser.values()) if (archive.blockedMs >= stalledMs) archive.abort();
  }
}

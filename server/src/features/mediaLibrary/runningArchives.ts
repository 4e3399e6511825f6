/** Limits the archives that this node sends: each holds a file or a connection of the storage open. */
import { ApiError } from '#platform/apiError';

/** Of all users together. */
export const maxArchives = 100;

export class RunningArchives {
  private readonly users = new Set<string>();

  /** @throws ApiError `conflict` if an archive of this user is being sent, `unavailable` if there are too many of others */
  assertFree(user: string): void {
    if (this.users.has(user))
      throw new ApiError(
        'conflict',
        'You are downloading a ZIP already. Wait until it is complete, or cancel it. If it was interrupted, try again in a few minutes.',
      );
    if (this.users.size >= maxArchives)
      throw new ApiError('unavailable', `The server is sending ${maxArchives} ZIPs. Try again soon.`, {
        retryAfter: 10,
      });
  }

  /** Starts to count an archive. Returns a function that is called when it ends. */
  begin(user: string): () => void {
    this.assertFree(user);
    this.users.add(user);
    return () => void this.users.delete(user);
  }
}

/** Limits the archives that this node sends: one per user at a time, because each holds a file of the storage open. */
import { ApiError } from '#platform/apiError';

export class RunningArchives {
  private readonly users = new Set<string>();

  /** @throws ApiError `conflict` if an archive of this user is being sent */
  assertNone(user: string): void {
    if (this.users.has(user))
      throw new ApiError(
        'conflict',
        'You are downloading an archive already. Wait until it is complete, or cancel it.',
      );
  }

  /** Returns the function that ends it. @throws ApiError `conflict` if another one of this user is being sent */
  begin(user: string): () => void {
    this.assertNone(user);
    this.users.add(user);
    return () => void this.users.delete(user);
  }
}

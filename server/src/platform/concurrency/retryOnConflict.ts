/** Optimistic writes: read, decide, and write only if nothing has changed since. */

/** Result of an attempt that wrote nothing, because others have changed the same data since it was read. */
export const conflict: unique symbol = Symbol('conflict');

export interface ConflictOptions {
  readonly maxAttempts: number;
  /** Creates the error that is thrown after the last attempt. */
  readonly error: () => Error;
}

/** Repeats `attempt`, without a pause, until its result is not `conflict`. */
export async function retryOnConflict<T>(
  attempt: () => Promise<T | typeof conflict>,
  { maxAttempts, error }: ConflictOptions,
): Promise<T> {
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const result = await attempt();
    if (result !== conflict) return result;
  }
  throw error();
}

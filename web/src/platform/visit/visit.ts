/**
 * A visit: what one user or guest does in this page, from their sign-in to their sign-out. It begins without a user. What
 * belongs to the user is a part of their visit, and ends with it.
 */

/** Makes a part of a visit, such as its realtime connection. The function is also the part's key, see `Visit.get`. */
export type CreatePart<T> = (visit: Visit) => T;

export interface Visit {
  /** Aborted when the visit ends. Timers, listeners and requests of its parts take it. */
  readonly signal: AbortSignal;
  /** The part that a function makes; made by the first call. */
  get<T>(create: CreatePart<T>): T;
  end(): void;
}

export function createVisit(): Visit {
  const ended = new AbortController();
  const parts = new Map<CreatePart<unknown>, unknown>();
  const visit: Visit = {
    signal: ended.signal,
    get<T>(create: CreatePart<T>): T {
      if (!parts.has(create)) parts.set(create, create(visit));
      return parts.get(create) as T;
    },
    end: () => ended.abort(),
  };
  return visit;
}

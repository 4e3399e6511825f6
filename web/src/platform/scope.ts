/**
 * A scope begins and ends, such as the visit of a user or the time for which a venue is open. What belongs to it is a part
 * of it, and ends with it.
 */

/** Makes a part of a scope, such as a connection. The function is also the part's key, see `Scope.get`. */
export type CreatePart<T, S extends Scope = Scope> = (scope: S) => T;

export interface Scope {
  /** Aborted when the scope ends. Timers, listeners and requests of its parts take it. */
  readonly signal: AbortSignal;
  /** The part that a function makes; made by the first call. */
  get<T>(create: CreatePart<T, this>): T;
  end(): void;
}

/** @param given parts by their keys, for tests */
export function createScope(given: ReadonlyMap<unknown, unknown> = new Map()): Scope {
  const ended = new AbortController();
  const parts = new Map(given);
  const scope: Scope = {
    signal: ended.signal,
    get<T>(create: CreatePart<T>): T {
      if (!parts.has(create)) parts.set(create, create(scope));
      return parts.get(create) as T;
    },
    end: () => ended.abort(),
  };
  return scope;
}

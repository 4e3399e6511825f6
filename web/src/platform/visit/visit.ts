import { createScope, type Scope } from '../scope.ts';

/**
 * A visit: what one user or guest does in this page, from their sign-in to their sign-out. It begins without a user. What
 * belongs to the user is a part of their visit.
 */
export type Visit = Scope;

/** @param given parts by their keys, for tests */
export const createVisit = (given?: ReadonlyMap<unknown, unknown>): Visit => createScope(given);

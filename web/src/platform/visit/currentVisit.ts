import { create } from 'zustand';
import { createVisit, type Visit } from './visit.ts';

interface CurrentVisit {
  readonly visit: Visit;
  /** The key of the components of the page: with a new one they are mounted again, without their state. */
  readonly pageKey: number;
}

/**
 * For the session, which begins and ends visits, and for `VisitProvider`. Components and models get their visit from there.
 * `currentVisit()` is the visit at the time of the call, which may be that of the next user.
 */
export const useCurrentVisit = create<CurrentVisit>(() => ({ visit: createVisit(), pageKey: 0 }));

export const currentVisit = (): Visit => useCurrentVisit.getState().visit;

/**
 * Ends the current visit and begins the next one, which has no user yet.
 * @param mounts `newPage` mounts the components of the page again, without their state
 */
export function beginVisit(mounts: 'samePage' | 'newPage' = 'newPage'): void {
  const { visit: before, pageKey } = useCurrentVisit.getState();
  useCurrentVisit.setState({ visit: createVisit(), pageKey: mounts === 'newPage' ? pageKey + 1 : pageKey });
  before.end();
}

import { create } from 'zustand';
import { createVisit, type Visit } from './visit.ts';

interface CurrentVisit {
  readonly visit: Visit;
  /** The key of the components of the page: with a new one they are mounted again, without their state. */
  readonly pageKey: number;
}

/** For `VisitProvider`, from which components get their visit, and for the page's key. `beginVisit` changes both. */
export const useCurrentVisit = create<CurrentVisit>(() => ({ visit: createVisit(), pageKey: 0 }));

/**
 * Returns the visit at the time of the call. For code that outlives visits, such as the session, requests, route guards and
 * the sound player. Such code keeps the visit while it waits, because a later call may return that of the next user.
 * Components have `useVisit`, and a part of a visit is made with its visit.
 */
export const currentVisit = (): Visit => useCurrentVisit.getState().visit;

/**
 * Runs for the current visit, and for each later one when it begins, before the previous one ends. For what belongs to the
 * page and follows its visits.
 */
export function eachVisit(run: (visit: Visit, before?: Visit) => void): void {
  run(currentVisit());
  useCurrentVisit.subscribe(({ visit }, before) => run(visit, before.visit));
}

/**
 * Ends the current visit and begins the next one, which has no user yet.
 * @param mounts `newPage` mounts the components of the page again, without their state
 */
export function beginVisit(mounts: 'samePage' | 'newPage' = 'newPage'): void {
  const { visit: before, pageKey } = useCurrentVisit.getState();
  useCurrentVisit.setState({ visit: createVisit(), pageKey: mounts === 'newPage' ? pageKey + 1 : pageKey });
  before.end();
}

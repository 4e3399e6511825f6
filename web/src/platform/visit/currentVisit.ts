import { create } from 'zustand';
import { createVisit, type Visit } from './visit.ts';

interface CurrentVisit {
  readonly visit: Visit;
}

/** For the session, which begins and ends visits, and for `VisitProvider`. Everything else gets its visit from there. */
export const useCurrentVisit = create<CurrentVisit>(() => ({ visit: createVisit() }));

export const currentVisit = (): Visit => useCurrentVisit.getState().visit;

/** Ends the current visit and begins the next one, which has no user yet. */
export function beginVisit(): void {
  const before = currentVisit();
  useCurrentVisit.setState({ visit: createVisit() });
  before.end();
}

import { createContext, use, type ReactNode } from 'react';
import { useCurrentVisit } from './currentVisit.ts';
import type { Visit } from './visit.ts';

const VisitContext = createContext<Visit | undefined>(undefined);

/** Gives components the current visit. */
export function VisitProvider({ children }: { readonly children: ReactNode }) {
  return <VisitContext value={useCurrentVisit(({ visit }) => visit)}>{children}</VisitContext>;
}

/** The visit that a component belongs to. */
export function useVisit(): Visit {
  const visit = use(VisitContext);
  if (!visit) throw new Error('useVisit needs a VisitProvider.');
  return visit;
}

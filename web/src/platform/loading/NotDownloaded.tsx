import { useEffect } from 'react';
import { useVisit } from '../visit/VisitProvider.tsx';
import { showNotDownloaded } from './showNotDownloaded.ts';

/** For `lazyOptional`: the message in place of a component that the user opens. */
export function NotDownloaded(): null {
  const visit = useVisit();
  useEffect(() => showNotDownloaded(visit), [visit]);
  return null;
}

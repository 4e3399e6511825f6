import { useEffect, useEffectEvent } from 'react';
import { useVisit } from '../visit/VisitProvider.tsx';
import { showNotDownloaded } from './showNotDownloaded.ts';

/**
 * For `lazyOptional`: shows a message in place of what the user opens.
 * @param close closes it, so that the next press tries again
 */
export function NotDownloaded({ close }: { readonly close?: () => void }): null {
  const visit = useVisit();
  const onMount = useEffectEvent(() => {
    showNotDownloaded(visit);
    close?.();
  });
  useEffect(() => onMount(), []);
  return null;
}

/** What events of a widget are about (TRACK-02, TRACK-06). */
import type { AnalyticsSubjectOf } from '@foyer/contract';
import { createContext, useContext } from 'react';
import { track } from '../../platform/analytics/track.ts';
import type { ActiveWidget } from '../registry/activeWidgets.ts';

export const subjectOf = (
  { widget: { id, type } }: { readonly widget: Pick<ActiveWidget['widget'], 'id' | 'type'> },
  areaId: string | null,
): AnalyticsSubjectOf<'widget'> => ({ ...(areaId !== null && { area: areaId }), widget: id, type });

/** The surrounding widget. */
export const WidgetSubject = createContext<AnalyticsSubjectOf<'widget'>>({});

export const trackAccess = (subject: AnalyticsSubjectOf<'widget'>, assetId?: string): void =>
  assetId === undefined
    ? track('url', 'access', subject)
    : track('asset', 'access', { ...subject, asset: assetId });

/**
 * Returns a function that counts an access to content of the surrounding widget: to an asset of the venue, or without
 * an asset to a page of another website.
 */
export function useTrackAccess(): (assetId?: string) => void {
  const subject = useContext(WidgetSubject);
  return (assetId) => trackAccess(subject, assetId);
}

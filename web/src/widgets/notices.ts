/** The notices of an area: the text notifications that are on now. */
import type { Area } from '@foyer/contract';
import { useMemo } from 'react';
import { useVenue } from '../platform/state/venue.ts';
import { useActiveWidgets, type ActiveWidget } from './activeWidgets.ts';
import { hasSeen, seenKey, useSightings, versionOf } from './widgetSeen.ts';

export interface Notice {
  readonly active: ActiveWidget<'TextNotificationWidget'>;
  /** Key and version under which it is remembered as seen. */
  readonly key: string;
  readonly version: string;
  readonly isSeen: boolean;
}

const isNotice = (active: ActiveWidget): active is ActiveWidget<'TextNotificationWidget'> =>
  active.widget.type === 'TextNotificationWidget';

export function useNotices(area: Area): readonly Notice[] {
  const widgets = useMemo(
    () => area.contentWidgets.filter(({ type }) => type === 'TextNotificationWidget'),
    [area],
  );
  const architectureId = useVenue((state) => state.architecture?.id ?? '');
  const sightings = useSightings((state) => state.sightings);
  return useActiveWidgets(widgets)
    .filter(isNotice)
    .map((active) => {
      const key = seenKey(architectureId, area.id, active.widget.id);
      const version = versionOf(active);
      return { active, key, version, isSeen: hasSeen(sightings, key, version) };
    });
}

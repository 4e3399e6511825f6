/** The notices of an area: its active text notifications. */
import type { Area } from '@foyer/contract';
import { useMemo } from 'react';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { useActiveWidgets, type ActiveWidget } from '../registry/activeWidgets.ts';
import { useWidgetName } from '../registry/useWidgetName.ts';
import { hasSeen, seenKey, useSeenWidgets, versionOf } from '../registry/widgetSeen.ts';

export interface Notice {
  readonly active: ActiveWidget<'TextNotificationWidget'>;
  /** Key and version in the list of seen widgets. */
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
  const seen = useSeenWidgets((state) => state.seen);
  return useActiveWidgets(widgets)
    .filter(isNotice)
    .map((active) => {
      const key = seenKey(architectureId, area.id, active.widget.id);
      const version = versionOf(active);
      return { active, key, version, isSeen: hasSeen(seen, key, version) };
    });
}

/** Returns a function: the title of a notice, the same as that of its panel. */
export function useNoticeTitle(): (active: Notice['active']) => string {
  const localized = useLocalized();
  const nameOf = useWidgetName();
  return ({ widget, configuration }) => localized(configuration.titles) || nameOf(widget);
}

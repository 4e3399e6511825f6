/** What the widgets put into the dock: the floorplan and the area's notices, each only where there is one. */
import bellFill from '@phosphor-icons/core/fill/note-fill.svg?raw';
import mapTrifoldFill from '@phosphor-icons/core/fill/map-trifold-fill.svg?raw';
import bell from '@phosphor-icons/core/regular/note.svg?raw';
import mapTrifold from '@phosphor-icons/core/regular/map-trifold.svg?raw';
import type { Area } from '@foyer/contract';
import { useMemo } from 'react';
import type { DockEntry } from '../features/dock/dockEntry.ts';
import { useTranslation } from '../platform/i18n/useTranslation.ts';
import { useAreaNavigation, useAreaSearch } from '../platform/navigation/areaSearch.ts';
import { useVenue } from '../platform/state/venue.ts';
import { useActiveWidgets } from './activeWidgets.ts';
import { floorplanWidgets } from './floorplanWidgets.ts';
import { useNotices } from './notices.ts';
import { useWidgetName } from './useWidgetName.ts';

export function useFloorplanEntry(): DockEntry | undefined {
  const { t } = useTranslation('widgets');
  const architecture = useVenue((state) => state.architecture);
  const plans = useActiveWidgets(
    useMemo(() => (architecture ? floorplanWidgets(architecture) : []), [architecture]),
  );
  const { floorplan } = useAreaSearch();
  const { openFloorplan, closeFloorplan } = useAreaNavigation();
  if (plans.length === 0) return undefined;
  const isOpen = floorplan !== undefined;
  return {
    kind: 'action',
    id: 'floorplan',
    label: t('dock.floorplan'),
    icon: mapTrifold,
    openIcon: mapTrifoldFill,
    isOpen,
    run: () => void (isOpen ? closeFloorplan() : openFloorplan()),
  };
}

export function useNoticesEntry(area: Area): DockEntry | undefined {
  const { t } = useTranslation('widgets');
  const nameOf = useWidgetName();
  const notices = useNotices(area);
  const { widget } = useAreaSearch();
  const { openWidget } = useAreaNavigation();
  const [first] = notices;
  if (!first) return undefined;
  const news = notices.filter(({ isSeen }) => !isSeen).length;
  const face = {
    id: 'notices',
    label: notices.length === 1 ? nameOf(first.active.widget) : t('dock.notices'),
    icon: bell,
    openIcon: bellFill,
    news,
    ...(news > 0 && notices.length > 1 && { longLabel: t('dock.noticesCount', { count: news }) }),
  };
  if (notices.length === 1) {
    const { id } = first.active.widget;
    return { ...face, kind: 'action', isOpen: widget === id, run: () => void openWidget(id) };
  }
  return {
    ...face,
    kind: 'menu',
    entries: notices.map(
      ({
        active: {
          widget: { id, ...rest },
        },
      }) => ({
        key: id,
        label: nameOf({ id, ...rest }),
        run: () => void openWidget(id),
      }),
    ),
  };
}

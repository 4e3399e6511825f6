/** Reactions in the dock and above the picture, in areas with an active reactions widget and for users with a session. */
import clapFill from '@phosphor-icons/core/fill/hands-clapping-fill.svg?raw';
import type { Area } from '@foyer/contract';
import { useMemo } from 'react';
import { useConnection } from '../../platform/state/connection.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import type { AreaExtensions } from '../../extensions/area.ts';
import type { DockEntry } from '../../extensions/dockEntry.ts';
import { useActiveWidgets } from '../registry/activeWidgets.ts';
import { react } from './react.ts';
import { reactionIcons, reactions } from './reactionIcons.ts';
import { useTexts } from './useTexts.ts';

function useHasReactions(area: Area): boolean {
  const widgets = useMemo(
    () => area.contentWidgets.filter(({ type }) => type === 'AreaReactionsWidget'),
    [area],
  );
  const hasConnection = useConnection(({ status }) => status !== 'none');
  return useActiveWidgets(widgets).length > 0 && hasConnection;
}

function useReactionsEntry(area: Area): DockEntry | undefined {
  const { t } = useTexts();
  const visit = useVisit();
  if (!useHasReactions(area)) return undefined;
  return {
    kind: 'group',
    id: 'reactions',
    label: t('title'),
    icon: reactionIcons.clap,
    openIcon: clapFill,
    entries: reactions.map((reaction) => ({
      key: reaction,
      label: t(`names.${reaction}`),
      icon: reactionIcons[reaction],
      run: () => void react(visit, reaction),
    })),
  };
}

export const extensions: AreaExtensions = {
  dock: [{ order: 40, useEntry: useReactionsEntry }],
  hosts: [
    {
      order: 10,
      useCondition: (props) => useHasReactions(props.area),
      load: () => import('./RisingReactions.tsx'),
    },
  ],
};

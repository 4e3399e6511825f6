import { analyticsActions, chatRoomKinds, presenceStatuses, reactions } from '@foyer/contract';
import type { EventFigures } from '@foyer/contract';
import { useMemo } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import type { TextKey } from '../../platform/i18n/texts.ts';
import { useVenueNames, type Name } from './useVenueNames.ts';

type Key = TextKey<'analytics'>;

const kinds: readonly string[] = [...chatRoomKinds, ...presenceStatuses, ...reactions];

export interface EventTexts {
  /** What was counted: "Widgets opened". An event of a newer version of the server is named by its ids. */
  readonly action: (event: Pick<EventFigures, 'category' | 'action'>) => string;
  /** What a row of a table is about. */
  readonly name: (event: EventFigures) => Name;
  readonly details: (event: EventFigures) => readonly Name[];
}

const present = (text: string): Name => ({ text, isGone: false });

export function useEventTexts(): EventTexts {
  const { t } = useTranslation('analytics');
  const names = useVenueNames();
  return useMemo(() => {
    const action: EventTexts['action'] = (event) => {
      const known: readonly string[] =
        (analyticsActions as Readonly<Record<string, readonly string[]>>)[event.category] ?? [];
      return known.includes(event.action)
        ? t(`events.${event.category}.${event.action}` as Key)
        : `${event.category} ${event.action}`;
    };
    const kindOf = ({ kind }: EventFigures): string | undefined =>
      kind !== undefined && kinds.includes(kind) ? t(`kinds.${kind}` as Key) : kind;
    const subjectOf = ({ cardId, assetId, widgetId, areaId }: EventFigures): Name | undefined => {
      if (cardId !== undefined) return present(cardId);
      if (assetId !== undefined) return names.asset(assetId);
      return widgetId === undefined ? undefined : names.widget(widgetId, areaId);
    };
    /** Chats and reactions differ by their kind, not by what is done. */
    const isNamedByKind = ({ category }: EventFigures) => category === 'chat' || category === 'reaction';
    return {
      action,
      name: (event) =>
        subjectOf(event) ?? present((isNamedByKind(event) ? kindOf(event) : undefined) ?? action(event)),
      details: (event) => {
        const { category, widgetId, widgetType, areaId, assetId, cardId } = event;
        const subject = subjectOf(event);
        const kind = subject !== undefined || !isNamedByKind(event) ? kindOf(event) : undefined;
        const isInsideWidget = widgetId !== undefined && (assetId ?? cardId) !== undefined;
        return [
          subject !== undefined && category !== 'widget' ? present(action(event)) : undefined,
          isInsideWidget ? names.widget(widgetId, areaId) : undefined,
          category === 'widget' && widgetType !== undefined
            ? present(names.widgetType(widgetType))
            : undefined,
          kind === undefined ? undefined : present(kind),
          areaId === undefined ? undefined : names.area(areaId),
        ].filter((name) => name !== undefined);
      },
    };
  }, [t, names]);
}

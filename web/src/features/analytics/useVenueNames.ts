import type { Widget } from '@foyer/contract';
import { builtWidgetTypes } from '@foyer/contract/widget';
import { useMemo } from 'react';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { entryOf, globalWidgetsOf } from '../../widgets/registry/registry.ts';
import { useWidgetName, useWidgetTypeName } from '../../widgets/registry/useWidgetName.ts';

/** What a figure is about: its name, or its id if the open venue does not have it. */
export interface Name {
  readonly text: string;
  readonly isGone: boolean;
}

export interface VenueNames {
  readonly area: (areaId: string) => Name;
  readonly widget: (widgetId: string, areaId?: string) => Name;
  readonly asset: (assetId: string) => Name;
  readonly widgetType: (type: string) => string;
}

const nameOr = (text: string | undefined, id: string): Name =>
  text === undefined ? { text: id, isGone: true } : { text: text || id, isGone: false };

/** The names of the open venue in the user's language. */
export function useVenueNames(): VenueNames {
  const architecture = useVenue((state) => state.architecture);
  const assets = useVenue((state) => state.assets);
  const localized = useLocalized();
  const widgetName = useWidgetName();
  const widgetTypeName = useWidgetTypeName();
  return useMemo(() => {
    const areas = new Map(architecture?.areas.map(({ id, names }) => [id, localized(names)]));
    const widgets = new Map<string, Widget>();
    // The ids of an area's widgets may occur in another area as well.
    for (const area of architecture?.areas ?? [])
      for (const widget of area.contentWidgets) {
        widgets.set(`${area.id}/${widget.id}`, widget);
        if (!widgets.has(widget.id)) widgets.set(widget.id, widget);
      }
    for (const widget of architecture ? globalWidgetsOf(architecture) : []) widgets.set(widget.id, widget);
    return {
      area: (areaId) => nameOr(areas.get(areaId), areaId),
      widget: (widgetId, areaId) => {
        const widget = widgets.get(`${areaId}/${widgetId}`) ?? widgets.get(widgetId);
        return nameOr(widget && widgetName(widget), widgetId);
      },
      asset: (assetId) => {
        const asset = assets.get(assetId);
        return nameOr(asset && (asset.displayName ?? localized(asset.alts)), assetId);
      },
      widgetType: (type) => {
        const known = builtWidgetTypes.find((built) => built === type);
        const name = (known && widgetTypeName(known)) ?? type;
        const provider = known && entryOf(known)?.provider;
        // Types of several providers have the same name, such as "Meeting".
        return provider === undefined ? name : `${name} (${provider})`;
      },
    };
  }, [architecture, assets, localized, widgetName, widgetTypeName]);
}

/** All widget types of this version: the one place that names them. A new type is its folder and its lines here. */
import chats from '@phosphor-icons/core/regular/chats-circle.svg?raw';
import image from '@phosphor-icons/core/regular/image.svg?raw';
import handsClapping from '@phosphor-icons/core/regular/hands-clapping.svg?raw';
import mapTrifold from '@phosphor-icons/core/regular/map-trifold.svg?raw';
import note from '@phosphor-icons/core/regular/note.svg?raw';
import type { LocalizedAsset, LocalizedUri } from '@foyer/contract';
import type { ComponentType } from 'react';
import type { ConfigurationOf, WidgetProps, WidgetType } from './widgetProps.ts';

/** Where content stands that can open in a tab of its own: an asset of the venue or a public address, by language. */
export type ContentAddress =
  | { readonly kind: 'asset'; readonly entries: readonly LocalizedAsset[] }
  | { readonly kind: 'uri'; readonly entries: readonly LocalizedUri[] };

export interface WidgetEntry<T extends WidgetType> {
  /** Raw SVG of a Phosphor icon. */
  readonly icon: string;
  /** Key of `verbs` in the texts: what a person does with it. */
  readonly verb: 'look' | 'read' | 'open';
  /** How much room its panel takes: a column of text, or all there is; `none`: it opens a panel of its own. */
  readonly panel: 'column' | 'wide' | 'plan' | 'none';
  /** Absent where the content has no address of its own. */
  readonly address?: (configuration: ConfigurationOf<T>) => ContentAddress;
  readonly load: () => Promise<{ readonly default: ComponentType<WidgetProps<T>> }>;
}

export type WidgetRegistry = { readonly [T in WidgetType]?: WidgetEntry<T> };

export const registry = {
  ImageWidget: {
    icon: image,
    verb: 'look',
    panel: 'wide',
    address: ({ assets }) => ({ kind: 'asset', entries: assets }),
    load: () => import('./ImageWidget/ImageWidget.tsx'),
  },
  TextNotificationWidget: {
    icon: note,
    verb: 'read',
    panel: 'column',
    load: () => import('./TextNotificationWidget/TextNotificationWidget.tsx'),
  },
  AreaReactionsWidget: {
    icon: handsClapping,
    verb: 'open',
    panel: 'column',
    load: () => import('./AreaReactionsWidget/AreaReactionsWidget.tsx'),
  },
  AreaChatWidget: {
    icon: chats,
    verb: 'open',
    panel: 'none',
    load: () => import('./AreaChatWidget/AreaChatWidget.tsx'),
  },
  GlobalChatWidget: {
    icon: chats,
    verb: 'open',
    panel: 'none',
    load: () => import('./GlobalChatWidget/GlobalChatWidget.tsx'),
  },
  FloorplanWidget: {
    icon: mapTrifold,
    verb: 'open',
    panel: 'plan',
    load: () => import('./FloorplanWidget/FloorplanWidget.tsx'),
  },
} satisfies WidgetRegistry;

/** A type of which the texts have a name under `types`. */
export type RegisteredType = keyof typeof registry;
export const isRegistered = (type: WidgetType): type is RegisteredType => Object.hasOwn(registry, type);

/** A type's entry, undefined for a type that this version of the app does not have. */
export function entryOf<T extends WidgetType>(type: T): WidgetEntry<T> | undefined {
  const entries: WidgetRegistry = registry;
  return entries[type];
}

/** What a widget's folder says of it to the first page: small, and downloaded with the first area. */
import type { LocalizedAsset, LocalizedUri } from '@foyer/contract';
import type { ComponentType } from 'react';
import type { ConfigurationOf, WidgetProps, WidgetType } from './widgetProps.ts';

/** Where content can be opened in a tab of its own: an asset of the venue or a public address, by language. */
export type ContentAddress =
  | { readonly kind: 'asset'; readonly entries: readonly LocalizedAsset[] }
  | { readonly kind: 'uri'; readonly entries: readonly LocalizedUri[] };

export interface WidgetEntry<T extends WidgetType = WidgetType> {
  /** Raw SVG of a Phosphor icon. */
  readonly icon: string;
  /** The name of the type, in each language of the interface. */
  readonly names: Readonly<Record<string, string>>;
  /** How large its panel is: a column of text, or all the room there is; `none`: it opens a panel of its own. */
  readonly panel: 'column' | 'wide' | 'plan' | 'none';
  /** Absent if the content has no address of its own. */
  address?(configuration: ConfigurationOf<T>): ContentAddress;
  /** Downloads the component, with its texts and styles. */
  readonly load: () => Promise<{ readonly default: ComponentType<WidgetProps<T>> }>;
}

export const defineEntry = <T extends WidgetType>(entry: WidgetEntry<T>): WidgetEntry<T> => entry;

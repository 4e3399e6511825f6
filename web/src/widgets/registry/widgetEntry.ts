/** The entry of a widget type: small, because all entries are downloaded with the first area. */
import type {
  Architecture,
  GlobalWidget,
  LocalizedAsset,
  LocalizedText,
  LocalizedUri,
} from '@foyer/contract';
import type { ComponentType } from 'react';
import type { ConfigurationOf, WidgetProps, WidgetType } from './widgetProps.ts';

/** Content that can be opened in a new tab: an asset of the venue or a public URL, by language, or a link. */
export type ContentAddress =
  | { readonly kind: 'asset'; readonly entries: readonly LocalizedAsset[] }
  | { readonly kind: 'uri'; readonly entries: readonly LocalizedUri[] }
  /** @property url undefined if none is configured */
  | { readonly kind: 'link'; readonly url: string | undefined };

/** By language and by plural form (`one`, `other` and so on); `{{number}}` is the number. */
export type CountTexts = Readonly<Record<string, Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>;

/** Content whose items can be new for the user. */
export interface ItemContent {
  /** Unique among the widgets of the type. Widgets with the same content are opened together. */
  readonly id: string;
  readonly itemIds: readonly string[];
}

/** How much a widget contains, such as "24 pages". */
export interface ContentCount<T extends WidgetType = WidgetType> {
  of(configuration: ConfigurationOf<T>): number;
  readonly texts: CountTexts;
  /** Also counts what has been added since the user opened it, such as "3 new". Its component calls `useNewItems`. */
  readonly newItems?: {
    of(configuration: ConfigurationOf<T>): ItemContent;
    readonly texts: CountTexts;
  };
}

export interface WidgetEntry<T extends WidgetType = WidgetType> {
  /** Raw SVG of a Phosphor icon. */
  readonly icon: string;
  /** The name of the type, in each language of the interface. */
  readonly names: Readonly<Record<string, string>>;
  /**
   * Size of the panel: a text column, or as wide as its content. `tall` has all of the height, for content that scrolls
   * in parts. `feed` has all of the height, too, and is as wide as its content, at least as a wall. `large` is wider than
   * `tall`, and covers the dock. `none`: the widget opens a panel of its own.
   */
  readonly panel: 'column' | 'wide' | 'tall' | 'feed' | 'plan' | 'large' | 'none';
  /** Whether hosts have a second column beside a `feed`: their panel is wider before its content is there, too. */
  hasHostColumn?(configuration: ConfigurationOf<T>): boolean;
  /** The title of the panel, if it is not the name of the widget. */
  title?(configuration: ConfigurationOf<T>): readonly LocalizedText[] | undefined;
  /** Absent, or undefined for a configuration, if the content has no URL of its own. */
  address?(configuration: ConfigurationOf<T>): ContentAddress | undefined;
  /**
   * Opens before its begin and after its end as well: its component says when it is open. The area shows it from half an
   * hour before the begin.
   */
  readonly opensAnytime?: true;
  /** Whose content it is, if that is the same for every widget of the type. */
  readonly provider?: string;
  /** In the display mode NEW_TAB, too, the panel shows the component, which has the link itself. */
  readonly hasOwnLink?: true;
  /** Opens without consent: the component asks for it in place of the parts of its content that need it. */
  readonly gatesParts?: true;
  /**
   * The component stays when its configuration changes, so that a meeting goes on, a board keeps its filter and a wall stays on
   * the big screen; others are mounted again.
   */
  readonly followsChanges?: true;
  /** Global types: the widget of a venue that has none of this type. */
  readonly defaultWidget?: (architecture: Architecture) => GlobalWidget | undefined;
  /** Global types: whether the text view of each area lists the widget. */
  readonly isInTextView?: boolean;
  /** Said after the name of the type in the text view: "Library, 14 documents", "Board, 24 cards, 3 new". */
  readonly count?: ContentCount<T>;
  /** Downloads the component, with its texts and styles. */
  readonly load: () => Promise<{ readonly default: ComponentType<WidgetProps<T>> }>;
}

export const defineEntry = <T extends WidgetType>(entry: WidgetEntry<T>): WidgetEntry<T> => entry;

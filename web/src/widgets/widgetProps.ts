/** The types by which the registry, what all widgets share, and the widgets themselves fit together. */
import type { Widget, WidgetOf } from '@foyer/contract';

export type WidgetType = Widget['type'];
export type ConfigurationOf<T extends WidgetType = WidgetType> = WidgetOf<T>['configurations'][number];

/** `embedded`: in the picture at its place. `panel`: opened, in a panel or over everything. */
export type Presentation = 'embedded' | 'panel';

/** What a widget's component gets: its own configuration type, the one that is active now. */
export interface WidgetProps<T extends WidgetType> {
  readonly widget: WidgetOf<T>;
  readonly configuration: ConfigurationOf<T>;
  readonly presentation: Presentation;
  /** The widget's name in the shown language. */
  readonly name: string;
  /** Where the widget stands; a global one stands in every area. */
  readonly areaId: string;
  /** Opens it in its panel, from inside the picture. */
  readonly open: () => void;
  /** Closes its panel; inside the picture it does nothing. */
  readonly close: () => void;
}

/** Types shared by the registry, the widget host and the widgets. */
import type { Widget, WidgetOf } from '@foyer/contract';

export type WidgetType = Widget['type'];
export type ConfigurationOf<T extends WidgetType = WidgetType> = WidgetOf<T>['configurations'][number];

/** `embedded`: inside the picture. `panel`: opened, in a panel or a dialog over everything. */
export type Presentation = 'embedded' | 'panel';

/** Props of a widget's component. `configuration` is the active one. */
export interface WidgetProps<T extends WidgetType> {
  readonly widget: WidgetOf<T>;
  readonly configuration: ConfigurationOf<T>;
  readonly presentation: Presentation;
  /** The widget's name in the current language. */
  readonly name: string;
  /** The current area; a global widget is in every area. */
  readonly areaId: string;
  /** Opens the panel of an embedded widget. */
  readonly open: () => void;
  /** Closes the panel; does nothing for an embedded widget. */
  readonly close: () => void;
}

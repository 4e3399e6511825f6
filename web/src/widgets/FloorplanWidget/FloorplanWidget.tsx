import { FloorplanPanel } from '../../features/floorplan/FloorplanPanel.tsx';
import { PanelAside } from '../panelAside.tsx';
import type { WidgetProps } from '../widgetProps.ts';

/** The floorplan as a widget: the feature, in the panel that all widgets share. */
export default function FloorplanWidget({ areaId }: WidgetProps<'FloorplanWidget'>) {
  return <FloorplanPanel currentAreaId={areaId} aside={PanelAside} />;
}

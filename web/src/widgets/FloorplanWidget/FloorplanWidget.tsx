import type { WidgetProps } from '../widgetProps.ts';
import { FloorplanPanel } from './FloorplanPanel.tsx';

/** The floorplan, in the panel that all widgets share (WIDGET-21). */
export default function FloorplanWidget({ areaId }: WidgetProps<'FloorplanWidget'>) {
  return <FloorplanPanel currentAreaId={areaId} />;
}

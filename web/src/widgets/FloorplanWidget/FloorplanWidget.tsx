import type { WidgetProps } from '../registry/widgetProps.ts';
import { FloorplanPanel } from './FloorplanPanel.tsx';

/** The floorplan in the common widget panel (WIDGET-21). */
export default function FloorplanWidget({ areaId }: WidgetProps<'FloorplanWidget'>) {
  return <FloorplanPanel currentAreaId={areaId} />;
}

import type { WidgetProps } from '../registry/widgetProps.ts';
import { ExternalWall } from './ExternalWall.tsx';

/** A social wall (WIDGET-12). */
export default function SuperEventSocialWallWidget({
  configuration: { uris = [] },
  name,
  presentation,
  open,
}: WidgetProps<'SuperEventSocialWallWidget'>) {
  return <ExternalWall uris={uris} name={name} presentation={presentation} open={open} />;
}

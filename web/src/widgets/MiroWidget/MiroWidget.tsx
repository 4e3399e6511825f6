import { FramedPage } from '../frame/FramedPage.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';

/** A Miro board, by its live embed (WIDGET-20). */
export default function MiroWidget({ configuration, ...props }: WidgetProps<'MiroWidget'>) {
  return <FramedPage {...props} uris={configuration.uris} />;
}

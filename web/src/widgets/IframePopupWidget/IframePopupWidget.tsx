import { FramedPage } from '../frame/FramedPage.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';

/** A page of another website, by language (WIDGET-04). */
export default function IframePopupWidget({ configuration, ...props }: WidgetProps<'IframePopupWidget'>) {
  return <FramedPage {...props} uris={configuration.uris} allow={configuration.allow} />;
}

import { TabMeeting } from '../tabMeeting/TabMeeting.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';

/** A meeting in Webex that opens in a tab (WIDGET-17). */
export default function WebExWidget(props: WidgetProps<'WebExWidget'>) {
  return <TabMeeting type="WebExWidget" {...props} />;
}

import { TabMeeting } from '../tabMeeting/TabMeeting.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';

/** A meeting in Microsoft Teams (WIDGET-15). */
export default function TeamsWidget(props: WidgetProps<'TeamsWidget'>) {
  return <TabMeeting type="TeamsWidget" {...props} />;
}

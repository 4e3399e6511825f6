import { TabMeeting } from '../tabMeeting/TabMeeting.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';

/** A meeting in GoTo Meeting (WIDGET-03). */
export default function GoToMeetingWidget(props: WidgetProps<'GoToMeetingWidget'>) {
  return <TabMeeting type="GoToMeetingWidget" {...props} />;
}

/** The built-in room of the area: opens the chat panel (WIDGET-01). */
import { ChatWidget } from '../ChatWidget.tsx';
import type { WidgetProps } from '../widgetProps.ts';

export default function AreaChatWidget(props: WidgetProps<'AreaChatWidget'>) {
  return <ChatWidget {...props} place={{ areaId: props.areaId }} />;
}

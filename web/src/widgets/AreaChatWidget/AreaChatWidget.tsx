/** The built-in room of the area: opens the chat panel (WIDGET-01). */
import { ChatRoomWidget } from '../chatRoom/ChatRoomWidget.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';

export default function AreaChatWidget(props: WidgetProps<'AreaChatWidget'>) {
  return <ChatRoomWidget {...props} place={{ areaId: props.areaId }} />;
}

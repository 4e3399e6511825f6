/** The area's chatroom: opened, it is the chat's own panel (WIDGET-01); in the picture it is a way there. */
import { ChatWidget } from '../ChatWidget.tsx';
import type { WidgetProps } from '../widgetProps.ts';

export default function AreaChatWidget(props: WidgetProps<'AreaChatWidget'>) {
  return <ChatWidget {...props} place={{ areaId: props.areaId }} />;
}

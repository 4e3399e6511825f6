/** The built-in room of the venue (WIDGET-22). */
import { ChatRoomWidget } from '../chatRoom/ChatRoomWidget.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';

const venueRoom = { global: true } as const;

export default function GlobalChatWidget(props: WidgetProps<'GlobalChatWidget'>) {
  return <ChatRoomWidget {...props} place={venueRoom} />;
}

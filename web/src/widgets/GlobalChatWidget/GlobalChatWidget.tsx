/** The built-in room of the venue (WIDGET-22). */
import { ChatWidget } from '../ChatWidget.tsx';
import type { WidgetProps } from '../widgetProps.ts';

const venueRoom = { global: true } as const;

export default function GlobalChatWidget(props: WidgetProps<'GlobalChatWidget'>) {
  return <ChatWidget {...props} place={venueRoom} />;
}

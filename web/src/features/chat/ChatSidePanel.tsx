import { ChatPanel } from './panel/ChatPanel.tsx';
import { useChatId } from './useChatId.ts';

/** Attendees without chat have no panel. */
export default function ChatSidePanel() {
  const hasChat = useChatId() !== undefined;
  return hasChat ? <ChatPanel /> : null;
}

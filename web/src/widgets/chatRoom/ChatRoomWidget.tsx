/** A built-in chat room as a widget. It has no panel of its own, because it opens the chat panel. */
import chats from '@phosphor-icons/core/regular/chats-circle.svg?raw';
import { useEffect, useRef } from 'react';
import { useChatModel, type BuiltInRoomPlace } from '../../features/chat/index.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import type { Presentation } from '../registry/widgetProps.ts';

export interface ChatRoomWidgetProps {
  readonly name: string;
  readonly presentation: Presentation;
  readonly open: () => void;
  readonly close: () => void;
  readonly place: BuiltInRoomPlace;
}

export function ChatRoomWidget({ name, presentation, open, close, place }: ChatRoomWidgetProps) {
  const chat = useChatModel();
  const isOpened = useRef(false);
  useEffect(() => {
    if (presentation === 'embedded' || isOpened.current) return;
    isOpened.current = true;
    chat.openBuiltInRoom(place);
    close();
  }, [chat, presentation, place, close]);
  if (presentation === 'panel') return null;
  return (
    <button
      type="button"
      onClick={open}
      className="island press flex size-full min-h-11 flex-col items-center justify-center gap-2 overflow-hidden rounded-field p-3 text-center"
    >
      <Icon svg={chats} size={28} />
      <bdi className="line-clamp-2 font-strong">{name}</bdi>
    </button>
  );
}

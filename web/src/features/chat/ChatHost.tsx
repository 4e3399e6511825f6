/** The chat as it is: closed, expanded, or minimized to a bar (CHAT-02). */
import { useEffect } from 'react';
import { minimizeChat, usePendingBuiltInRoom } from '../../platform/chat/chatPanel.ts';
import { usePresencePanel } from '../../platform/presence/presencePanel.ts';
import { useChat } from '../../platform/state/chat.ts';
import { useUser } from '../../platform/state/user.ts';
import { ChatBar } from './panel/ChatBar.tsx';
import { ChatPanel } from './panel/ChatPanel.tsx';
import { persistDrafts } from './composer/drafts.ts';
import { forgetWork } from './forgetWork.ts';
import { closeAside } from './panel/panelView.ts';
import { ChatDialogs } from './dialogs/ChatDialogs.tsx';
import { useOwnId } from './useOwnId.ts';
import './conversation/conversation.css';
import './composer/composer.css';
// Last: what it says of narrow screens counts for all of them.
import './panel/panel.css';

/** The slot at the end side has one tenant: where people or a profile open, chat makes way. */
function useYieldSlot(): void {
  useEffect(() => {
    const look = (): void => {
      const isTaken = usePresencePanel.getState().isOpen || useUser.getState().profileState !== 'NONE';
      if (isTaken && useChat.getState().expanded) minimizeChat();
    };
    const ends = [usePresencePanel.subscribe(look), useUser.subscribe(look)];
    return () => {
      for (const end of ends) end();
    };
  }, []);
}

/** Whoever opens a room, by whichever way, sees it: what was made or looked for makes way. */
function useCloseAsideOnRoom(): void {
  useEffect(() => {
    const ends = [
      useChat.subscribe((now, before) => {
        const isOpened = now.roomChats !== before.roomChats && now.roomChats.length > 0;
        const isWanted = now.attendeeToChatUid !== null && now.attendeeToChatUid !== before.attendeeToChatUid;
        if (isOpened || isWanted) closeAside();
      }),
      usePendingBuiltInRoom.subscribe(({ place }) => place && closeAside()),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
}

/** Of one person: another one gets another. */
export default function ChatHost() {
  const { opened, expanded } = useChat();
  useYieldSlot();
  useCloseAsideOnRoom();
  const ownId = useOwnId();
  useEffect(() => persistDrafts(ownId), [ownId]);
  useEffect(() => forgetWork, []);
  return (
    <>
      {opened && expanded && <ChatPanel />}
      {opened && !expanded && <ChatBar />}
      <ChatDialogs />
    </>
  );
}

/** Shows the chat as a panel, as a minimized bar, or not at all (CHAT-02). */
import { useEffect } from 'react';
import { minimizeChat, usePendingBuiltInRoom } from '../../platform/chat/chatPanel.ts';
import { usePresencePanel } from '../../platform/presence/presencePanel.ts';
import { useChat } from '../../platform/state/chat.ts';
import { useUser } from '../../platform/state/user.ts';
import { ChatBar } from './panel/ChatBar.tsx';
import { ChatPanel } from './panel/ChatPanel.tsx';
import { persistDrafts } from './composer/drafts.ts';
import { closeDialog } from './dialogs/dialogRequest.ts';
import { hideReportsSnackbar } from './alerts/chatAlerts.ts';
import { clearTray } from './files/tray.ts';
import { closeAside, resetPanelView } from './panel/panelView.ts';
import { ChatDialogs } from './dialogs/ChatDialogs.tsx';
import { useOwnId } from './useOwnId.ts';
import './conversation/conversation.css';
import './composer/composer.css';
// Last: its rules for narrow screens override the others.
import './panel/panel.css';

/** Minimizes the chat when the attendee list or a profile opens in the slot that they share. */
function useYieldSlot(): void {
  useEffect(() => {
    const check = (): void => {
      const isTaken = usePresencePanel.getState().isOpen || useUser.getState().profileState !== 'NONE';
      if (isTaken && useChat.getState().expanded) minimizeChat();
    };
    const ends = [usePresencePanel.subscribe(check), useUser.subscribe(check)];
    return () => {
      for (const end of ends) end();
    };
  }, []);
}

/** Closes the open aside whenever a room is opened, so that the room is visible. */
function useCloseAsideOnRoom(): void {
  useEffect(() => {
    const ends = [
      useChat.subscribe((now, before) => {
        const isOpened = now.roomChats !== before.roomChats && now.roomChats.length > 0;
        const isRequested =
          now.attendeeToChatUid !== null && now.attendeeToChatUid !== before.attendeeToChatUid;
        if (isOpened || isRequested) closeAside();
      }),
      usePendingBuiltInRoom.subscribe(({ place }) => place && closeAside()),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
}

/**
 * Clears unsent work when the user signs out, so that the next user does not see it: files to send, the open aside, an open
 * dialog, and the snackbar about reports.
 */
function clearUnfinishedWork(): void {
  clearTray();
  resetPanelView();
  closeDialog();
  hideReportsSnackbar();
}

/** Rendered with the user's id as key: each user gets a new instance. */
export default function ChatHost() {
  const { opened, expanded } = useChat();
  useYieldSlot();
  useCloseAsideOnRoom();
  const ownId = useOwnId();
  useEffect(() => persistDrafts(ownId), [ownId]);
  useEffect(() => clearUnfinishedWork, []);
  return (
    <>
      {opened && expanded && <ChatPanel />}
      {opened && !expanded && <ChatBar />}
      <ChatDialogs />
    </>
  );
}

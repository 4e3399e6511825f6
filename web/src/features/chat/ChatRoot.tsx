/** The open chat: an expanded side panel or a minimized bar (CHAT-02), and its dialogs. */
import { useEffect } from 'react';
import { usePendingBuiltInRoom } from '../../platform/chat/chatNavigation.ts';
import { useChatId } from '../../platform/chat/useChatId.ts';
import { useChat } from '../../platform/state/chat.ts';
import { registerUnsavedInput } from '../../platform/unsavedInput.ts';
import { ChatBar } from './panel/ChatBar.tsx';
import { ChatPanel } from './panel/ChatPanel.tsx';
import { isEditing, persistDrafts } from './composer/drafts.ts';
import { closeDialog } from './dialogs/dialogRequest.ts';
import { hideReportsSnackbar } from './alerts/chatAlerts.ts';
import { closePdfFile, usePdfFile } from './files/openPdfFile.ts';
import { PdfFileDialog } from './files/PdfFileDialog.tsx';
import { clearTray, useTray } from './files/tray.ts';
import { closeAside, resetPanelView, usePanelView } from './panel/panelView.ts';
import { ChatDialogs } from './dialogs/ChatDialogs.tsx';
import { useOwnId } from './useOwnId.ts';
import './openRoom/openRoom.css';
import './composer/composer.css';
// Last: its rules for narrow screens override the others.
import './panel/panel.css';

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
 * Clears unsent work when the user signs out, so that the next user does not see it: files to send, the open aside, open
 * dialogs, and the snackbar about reports.
 */
function clearUnfinishedWork(): void {
  clearTray();
  resetPanelView();
  closeDialog();
  closePdfFile();
  hideReportsSnackbar();
}

/** Whether a reload would lose an edit, files to send, or what was entered in a form. Drafts are stored. */
function hasUnfinishedWork(): boolean {
  const { aside } = usePanelView.getState();
  return isEditing() || useTray.getState().files.length > 0 || aside === 'newGroup' || aside === 'invite';
}

/** Each user gets a new instance; attendees without chat get none. */
export function ChatSidePanel() {
  const ownId = useChatId();
  return ownId === undefined ? null : <ChatPanel key={ownId} />;
}

/** Rendered with the user's id as key: each user gets a new instance. */
export default function ChatRoot() {
  const { opened, expanded } = useChat();
  const pdfFile = usePdfFile(({ file }) => file);
  useCloseAsideOnRoom();
  const ownId = useOwnId();
  useEffect(() => persistDrafts(ownId), [ownId]);
  useEffect(() => clearUnfinishedWork, []);
  useEffect(() => registerUnsavedInput(hasUnfinishedWork), []);
  return (
    <>
      {opened && !expanded && <ChatBar />}
      <ChatDialogs />
      {pdfFile && <PdfFileDialog file={pdfFile} />}
    </>
  );
}

/** The open chat: an expanded side panel or a minimized bar (CHAT-02), and its dialogs. */
import { useEffect } from 'react';
import { registerUnsavedInput } from '../../platform/unsavedInput.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import type { Visit } from '../../platform/visit/visit.ts';
import { ChatDialogs } from './dialogs/ChatDialogs.tsx';
import { PdfFileDialog } from './files/PdfFileDialog.tsx';
import { PictureDialog } from './files/PictureDialog.tsx';
import { createChat } from './model/chat.ts';
import { createDrafts } from './model/drafts.ts';
import { useChat } from './useChat.ts';
import { ChatBar } from './panel/ChatBar.tsx';

/** Whether a reload would lose an edit, files to send, or what was entered in a form. Drafts are stored. */
function hasUnfinishedWork(visit: Visit): boolean {
  const { aside, files } = visit.get(createChat).store.getState();
  const isEditing = visit.get(createDrafts).isEditing();
  return isEditing || files.length > 0 || aside === 'newGroup' || aside === 'invite';
}

export default function ChatRoot() {
  const isBar = useChat(({ opened, expanded }) => opened && !expanded);
  const pdfFile = useChat((state) => state.pdfFile);
  const picture = useChat((state) => state.picture);
  const visit = useVisit();
  useEffect(() => registerUnsavedInput(() => hasUnfinishedWork(visit)), [visit]);
  return (
    <>
      {isBar && <ChatBar />}
      <ChatDialogs />
      {pdfFile && <PdfFileDialog file={pdfFile} />}
      {picture && <PictureDialog picture={picture} />}
    </>
  );
}

/** Sends a draft as a message, or saves it as an edit. */
import { editChatMessage, type ChatRoom } from '@foyer/contract';
import { ApiError } from '../../../platform/api/apiError.ts';
import { applyChange } from '../../../platform/chat/roomMessages.ts';
import { queueMessage } from '../../../platform/chat/engine.ts';
import { latestSeq } from '../../../platform/chat/timeline.ts';
import { resetTyping } from '../../../platform/chat/typing.ts';
import { translate } from '../../../platform/i18n/i18n.ts';
import { currentRealtime } from '../../../platform/realtime/realtime.ts';
import { showSnackbar } from '../../../platform/showSnackbar.ts';
import type { Draft } from './draftStorage.ts';
import { clearDraft, getDraft, endEdit } from './drafts.ts';
import { mentionedIds } from './mention.ts';
import { removeFile, type TrayFile } from '../files/tray.ts';

type Editing = NonNullable<Draft['editing']>;

interface Edit {
  readonly editing: Editing;
  readonly draft: Draft;
}

/** By room and message: the latest edit, while an earlier one is being saved. Edits of a message are saved one by one. */
const pendingEdits = new Map<string, Edit>();

/** Saves an edit. The text stays in the field until the server has it, or longer if the user has typed on. */
async function saveEdit(roomId: string, editing: Editing, { text, named }: Draft): Promise<void> {
  try {
    const { message } = await currentRealtime().sendCommand(editChatMessage, {
      roomId,
      seq: editing.seq,
      text: text.trim(),
      mentions: mentionedIds(text, named),
    });
    const now = getDraft(roomId);
    if (now.editing === editing && now.text === text) endEdit(roomId);
    await applyChange(roomId, { seq: latestSeq(message), message });
  } catch (error) {
    const t = translate('chat');
    const isRejected = error instanceof ApiError && error.serverCode === 'cannotPost';
    showSnackbar(t(isRejected ? 'cannotPost' : 'edit.failed'), { tone: 'warning' });
  }
}

async function sendEdit(roomId: string, requested: Edit): Promise<void> {
  const key = `${roomId} ${requested.editing.seq}`;
  const isSaving = pendingEdits.has(key);
  pendingEdits.set(key, requested);
  if (isSaving) return;
  await saveEdit(roomId, requested.editing, requested.draft);
  const last = pendingEdits.get(key) ?? requested;
  pendingEdits.delete(key);
  if (last !== requested && (last.draft.text !== requested.draft.text || last.editing !== requested.editing))
    await sendEdit(roomId, last);
}

/** Sends a draft. Each file becomes a message of its own; the text is sent with the first. */
export function sendDraft(room: ChatRoom, draft: Draft, files: readonly TrayFile[]): void {
  const { text, replyTo, editing, named } = draft;
  if (editing) {
    void sendEdit(room.id, { editing, draft });
    return;
  }
  const uploads = files.flatMap(({ upload }) => upload ?? []);
  const first = { roomId: room.id, text: text.trim(), replyTo, mentions: mentionedIds(text, named) };
  queueMessage({ ...first, upload: uploads[0] });
  for (const upload of uploads.slice(1)) queueMessage({ roomId: room.id, text: '', upload });
  for (const { upload, clientId } of files) if (upload) removeFile(clientId);
  resetTyping(room.id);
  clearDraft(room.id);
}

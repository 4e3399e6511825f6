/** Says what was written, or changes what was said. */
import { editChatMessage, type ChatRoom } from '@foyer/contract';
import { ApiError } from '../../../platform/api/apiError.ts';
import { applyChange } from '../../../platform/chat/conversations.ts';
import { queueMessage } from '../../../platform/chat/engine.ts';
import { latestSeq } from '../../../platform/chat/timeline.ts';
import { resetTyping } from '../../../platform/chat/typing.ts';
import { translate } from '../../../platform/i18n/i18n.ts';
import { realtime } from '../../../platform/realtime/realtime.ts';
import { showSnackbar } from '../../../platform/snackbars.ts';
import type { Draft } from './draftStorage.ts';
import { clearDraft, getDraft, endEdit } from './drafts.ts';
import { mentionedIds } from './mention.ts';
import { removeFile, type TrayFile } from '../files/tray.ts';

type Editing = NonNullable<Draft['editing']>;

interface Edit {
  readonly editing: Editing;
  readonly draft: Draft;
}

/** Messages whose change is being stored, with what was sent last of each: one goes out after the other. */
const pendingEdits = new Map<string, Edit>();

/** What was changed stays in the field until it is stored, and what was typed on stays in it. */
async function saveEdit(roomId: string, editing: Editing, { text, named }: Draft): Promise<void> {
  try {
    const { message } = await realtime.sendCommand(editChatMessage, {
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
    const isRefused = error instanceof ApiError && error.serverCode === 'cannotPublish';
    showSnackbar(t(isRefused ? 'cannotPublish' : 'edit.failed'), { tone: 'warning' });
  }
}

async function sendEdit(roomId: string, asked: Edit): Promise<void> {
  const key = `${roomId} ${asked.editing.seq}`;
  const isUnderWay = pendingEdits.has(key);
  pendingEdits.set(key, asked);
  if (isUnderWay) return;
  await saveEdit(roomId, asked.editing, asked.draft);
  const last = pendingEdits.get(key) ?? asked;
  pendingEdits.delete(key);
  if (last !== asked && (last.draft.text !== asked.draft.text || last.editing !== asked.editing))
    await sendEdit(roomId, last);
}

/** Each file is a message of its own; the text goes with the first. */
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

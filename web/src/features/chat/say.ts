/** Says what was written, or changes what was said. */
import { editChatMessage, type ChatRoom } from '@foyer/contract';
import { ApiError } from '../../platform/api/apiError.ts';
import { hearChange } from '../../platform/chat/conversations.ts';
import { writeMessage } from '../../platform/chat/engine.ts';
import { numberOf } from '../../platform/chat/timeline.ts';
import { sentIn } from '../../platform/chat/typing.ts';
import { translate } from '../../platform/i18n/i18n.ts';
import { realtime } from '../../platform/realtime/realtime.ts';
import { showSnackbar } from '../../platform/snackbars.ts';
import type { Draft } from './draftStorage.ts';
import { clearDraft, draftIn, endEdit } from './drafts.ts';
import { mentionedIn } from './mention.ts';
import { removeFile, type TrayFile } from './tray.ts';

/** What was changed stays in the field until it is stored. */
async function edit(roomId: string, seq: number, { text, named }: Draft): Promise<void> {
  try {
    const { message } = await realtime.ask(editChatMessage, {
      roomId,
      seq,
      text: text.trim(),
      mentions: mentionedIn(text, named),
    });
    if (draftIn(roomId).editing?.seq === seq) endEdit(roomId);
    await hearChange(roomId, { seq: numberOf(message), message });
  } catch (fault) {
    const t = translate('chat');
    const isRefused = fault instanceof ApiError && fault.refusal === 'cannotPublish';
    showSnackbar(t(isRefused ? 'cannotPublish' : 'edit.failed'), { tone: 'warning' });
  }
}

/** Each file is a message of its own; the text goes with the first. */
export function say(room: ChatRoom, draft: Draft, files: readonly TrayFile[]): void {
  const { text, replyTo, editing, named } = draft;
  if (editing) {
    void edit(room.id, editing.seq, draft);
    return;
  }
  const uploads = files.flatMap(({ upload }) => upload ?? []);
  const first = { roomId: room.id, text: text.trim(), replyTo, mentions: mentionedIn(text, named) };
  writeMessage({ ...first, upload: uploads[0] });
  for (const upload of uploads.slice(1)) writeMessage({ roomId: room.id, text: '', upload });
  for (const { upload, clientId } of files) if (upload) removeFile(clientId);
  sentIn(room.id);
  clearDraft(room.id);
}

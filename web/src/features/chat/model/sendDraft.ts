/** Sends a draft as a message, or saves it as an edit. */
import { editChatMessage, isUnlistedRoom, type ChatRoom } from '@foyer/contract';
import { ApiError } from '../../../platform/api/apiError.ts';
import { translate } from '../../../platform/i18n/i18n.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { createSnackbars } from '../../../platform/snackbars.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import type { Draft } from './draftStorage.ts';
import { createDrafts } from './drafts.ts';
import { mentionedIds } from './mention.ts';
import { createOutbox } from './outbox.ts';
import { createRoomMessages } from './roomMessages.ts';
import { latestSeq } from './timeline.ts';
import { createTray } from './tray.ts';
import type { TrayFile } from './trayFile.ts';
import { createTyping } from './typing.ts';

type Editing = NonNullable<Draft['editing']>;

interface Edit {
  readonly editing: Editing;
  readonly draft: Draft;
}

/** Sends a draft. Each file becomes a message of its own; the text is sent with the first. */
export type SendDraft = (room: ChatRoom, draft: Draft, files: readonly TrayFile[]) => void;

export function createSendDraft(visit: Visit): SendDraft {
  const realtime = visit.get(createRealtime);
  const roomMessages = visit.get(createRoomMessages);
  const outbox = visit.get(createOutbox);
  const drafts = visit.get(createDrafts);
  const tray = visit.get(createTray);
  const typing = visit.get(createTyping);
  const snackbars = visit.get(createSnackbars);
  /** By room and message: the latest edit, while an earlier one is being saved. Edits of a message are saved one by one. */
  const pendingEdits = new Map<string, Edit>();

  /** Saves an edit. The text stays in the field until the server has it, or longer if the user has typed on. */
  async function saveEdit(roomId: string, editing: Editing, { text, named }: Draft): Promise<void> {
    try {
      const { message } = await realtime.sendCommand(editChatMessage, {
        roomId,
        seq: editing.seq,
        text: text.trim(),
        mentions: mentionedIds(text, named),
      });
      const now = drafts.get(roomId);
      if (now.editing === editing && now.text === text) drafts.endEdit(roomId);
      await roomMessages.apply(roomId, { seq: latestSeq(message), message });
    } catch (error) {
      if (visit.signal.aborted) return;
      const t = translate('chat');
      const isRejected = error instanceof ApiError && error.serverCode === 'cannotPost';
      snackbars.show(t(isRejected ? 'cannotPost' : 'edit.failed'), { tone: 'warning' });
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
    const isChanged = last.draft.text !== requested.draft.text || last.editing !== requested.editing;
    if (last !== requested && isChanged) await sendEdit(roomId, last);
  }

  return (room, draft, files) => {
    const { text, replyTo, editing, named } = draft;
    if (editing) {
      void sendEdit(room.id, { editing, draft });
      return;
    }
    const uploads = files.flatMap(({ upload }) => upload ?? []);
    const first = { roomId: room.id, text: text.trim(), replyTo, mentions: mentionedIds(text, named) };
    outbox.send({ ...first, upload: uploads[0] });
    // In a discussion or a wall, a message that replies to none would be a post.
    const more = { roomId: room.id, text: '', ...(isUnlistedRoom(room) && { replyTo }) };
    for (const upload of uploads.slice(1)) outbox.send({ ...more, upload });
    for (const { upload, clientId } of files) if (upload) tray.remove(clientId);
    typing.reset(room.id);
    drafts.clear(room.id);
  };
}

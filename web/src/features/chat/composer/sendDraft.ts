/** Says what was written, or changes what was said. */
import { editChatMessage, type ChatRoom } from '@foyer/contract';
import { ApiError } from '../../../platform/api/apiError.ts';
import { hearChange } from '../../../platform/chat/conversations.ts';
import { writeMessage } from '../../../platform/chat/engine.ts';
import { numberOf } from '../../../platform/chat/timeline.ts';
import { sentIn } from '../../../platform/chat/typing.ts';
import { translate } from '../../../platform/i18n/i18n.ts';
import { realtime } from '../../../platform/realtime/realtime.ts';
import { showSnackbar } from '../../../platform/snackbars.ts';
import type { Draft } from './draftStorage.ts';
import { clearDraft, draftIn, endEdit } from './drafts.ts';
import { mentionedIn } from './mention.ts';
import { removeFile, type TrayFile } from '../files/tray.ts';

type Editing = NonNullable<Draft['editing']>;

interface Edit {
  readonly editing: Editing;
  readonly draft: Draft;
}

/** Messages whose change is being stored, with what was sent last of each: one goes out after the other. */
const underWay = new Map<string, Edit>();

/** What was changed stays in the field until it is stored, and what was typed on stays in it. */
async function store(roomId: string, editing: Editing, { text, named }: Draft): Promise<void> {
  try {
    const { message } = await realtime.sendCommand(editChatMessage, {
      roomId,
      seq: editing.seq,
      text: text.trim(),
      mentions: mentionedIn(text, named),
    });
    const now = draftIn(roomId);
    if (now.editing === editing && now.text === text) endEdit(roomId);
    await hearChange(roomId, { seq: numberOf(message), message });
  } catch (fault) {
    const t = translate('chat');
    const isRefused = fault instanceof ApiError && fault.serverCode === 'cannotPublish';
    showSnackbar(t(isRefused ? 'cannotPublish' : 'edit.failed'), { tone: 'warning' });
  }
}

async function edit(roomId: string, asked: Edit): Promise<void> {
  const key = `${roomId} ${asked.editing.seq}`;
  const isUnderWay = underWay.has(key);
  underWay.set(key, asked);
  if (isUnderWay) return;
  await store(roomId, asked.editing, asked.draft);
  const last = underWay.get(key) ?? asked;
  underWay.delete(key);
  if (last !== asked && (last.draft.text !== asked.draft.text || last.editing !== asked.editing))
    await edit(roomId, last);
}

/** Each file is a message of its own; the text goes with the first. */
export function say(room: ChatRoom, draft: Draft, files: readonly TrayFile[]): void {
  const { text, replyTo, editing, named } = draft;
  if (editing) {
    void edit(room.id, { editing, draft });
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

/** The drafts of all rooms. They survive switching rooms and a reload of the tab. */
import type { ChatMessage, ChatUser } from '@foyer/contract';
import { untilAborted } from '../../../platform/untilAborted.ts';
import { clearStoredDrafts } from '../../../platform/storage/chatStorage.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { createChat } from './chat.ts';
import { withEntry } from './chatState.ts';
import { loadDrafts, storeDrafts, type Draft } from './draftStorage.ts';

export const emptyDraft: Draft = { text: '', named: [] };

export interface Drafts {
  /** Loads the drafts that the user has written in this tab, and stores them until the visit ends, which removes them. */
  readonly start: () => void;
  readonly get: (roomId: string) => Draft;
  readonly set: (roomId: string, change: Partial<Draft>) => void;
  readonly clear: (roomId: string) => void;
  readonly beginReply: (roomId: string, seq: number) => void;
  /** @param named the people mentioned in the message, whose mentions are kept */
  readonly beginEdit: (roomId: string, message: ChatMessage, named: readonly ChatUser[]) => void;
  /** Ends editing and restores the draft from before. */
  readonly endEdit: (roomId: string) => void;
  /** Whether a message is being edited. A reload ends that: only the draft from before is stored. */
  readonly isEditing: () => boolean;
}

export function createDrafts(visit: Visit): Drafts {
  const { signal } = visit;
  const { store } = visit.get(createChat);
  const { getState, setState } = store;

  const get = (roomId: string): Draft => getState().drafts.get(roomId) ?? emptyDraft;
  const set = (roomId: string, change: Partial<Draft>): void =>
    setState(({ drafts }) => ({ drafts: withEntry(drafts, roomId, { ...get(roomId), ...change }) }));

  function endEdit(roomId: string): void {
    const { editing } = get(roomId);
    if (editing) set(roomId, { replyTo: undefined, editing: undefined, ...editing.before });
  }

  return {
    start() {
      const ownId = getState().ownId ?? '';
      setState({ drafts: loadDrafts(ownId) });
      const end = store.subscribe(({ drafts }, before) => {
        if (drafts !== before.drafts) storeDrafts(ownId, drafts);
      });
      untilAborted(signal, () => {
        end();
        clearStoredDrafts();
      });
    },
    get,
    set,
    clear: (roomId) => set(roomId, { ...emptyDraft, replyTo: undefined, editing: undefined }),
    beginReply(roomId, seq) {
      endEdit(roomId);
      set(roomId, { replyTo: seq });
    },
    beginEdit(roomId, { seq, text }, named) {
      const draft = get(roomId);
      const before = draft.editing?.before ?? draft;
      set(roomId, { text, named, replyTo: undefined, editing: { seq, before } });
    },
    endEdit,
    isEditing: () => [...getState().drafts.values()].some(({ editing }) => editing !== undefined),
  };
}

/** The drafts of all rooms. They survive switching rooms and a reload of the tab. */
import type { ChatMessage, ChatUser } from '@foyer/contract';
import { create } from 'zustand';
import { loadDrafts, storeDrafts, type Draft } from './draftStorage.ts';

const empty: Draft = { text: '', named: [] };

const useDrafts = create<{ readonly drafts: ReadonlyMap<string, Draft> }>(() => ({ drafts: new Map() }));

export const useDraft = (roomId: string): Draft => useDrafts(({ drafts }) => drafts.get(roomId)) ?? empty;
export const getDraft = (roomId: string): Draft => useDrafts.getState().drafts.get(roomId) ?? empty;

export function setDraft(roomId: string, change: Partial<Draft>): void {
  const draft = { ...getDraft(roomId), ...change };
  useDrafts.setState(({ drafts }) => ({ drafts: new Map(drafts).set(roomId, draft) }));
}

export const clearDraft = (roomId: string): void =>
  setDraft(roomId, { ...empty, replyTo: undefined, editing: undefined });

export const beginReply = (roomId: string, seq: number): void => {
  if (getDraft(roomId).editing) endEdit(roomId);
  setDraft(roomId, { replyTo: seq });
};

/** @param named the people mentioned in the message, whose mentions are kept */
export function beginEdit(roomId: string, { seq, text }: ChatMessage, named: readonly ChatUser[]): void {
  const draft = getDraft(roomId);
  const before = draft.editing?.before ?? draft;
  setDraft(roomId, { text, named, replyTo: undefined, editing: { seq, before } });
}

/** Whether a message is being edited. A reload ends that: only the draft from before is stored. */
export const isEditing = (): boolean =>
  [...useDrafts.getState().drafts.values()].some(({ editing }) => editing !== undefined);

/** Ends editing and restores the draft from before. */
export function endEdit(roomId: string): void {
  const { editing } = getDraft(roomId);
  if (editing) setDraft(roomId, { replyTo: undefined, editing: undefined, ...editing.before });
}

/** Loads and stores the drafts of a user in this tab. Returns a function that stops this and clears them. */
export function persistDrafts(ownId: string): () => void {
  useDrafts.setState({ drafts: loadDrafts(ownId) });
  const end = useDrafts.subscribe(({ drafts }) => storeDrafts(ownId, drafts));
  return () => {
    useDrafts.setState({ drafts: new Map() });
    end();
  };
}

/** Stores drafts in sessionStorage: a reload keeps them, closing the tab removes them, and other users never get them. */
import type { ChatUser } from '@foyer/contract';
import * as z from 'zod/mini';
import { draftsKey, withStorage } from '../../../platform/storage/chatStorage.ts';

export interface Draft {
  readonly text: string;
  /** People who were mentioned. A mention counts while its name is in the text. */
  readonly named: readonly ChatUser[];
  readonly replyTo?: number | undefined;
  /** The own message that is being edited, and the draft from before. */
  readonly editing?: { readonly seq: number; readonly before: Draft } | undefined;
}

const storedSchema = z.object({
  ownId: z.string(),
  /** By the id of the room. */
  drafts: z.record(
    z.string(),
    z.object({
      text: z.string(),
      named: z.array(z.object({ uid: z.string(), name: z.optional(z.string()) })),
      replyTo: z.optional(z.number()),
    }),
  ),
});

export function loadDrafts(ownId: string): ReadonlyMap<string, Draft> {
  const text = withStorage('sessionStorage', (storage) => storage.getItem(draftsKey));
  try {
    const loaded = storedSchema.parse(JSON.parse(text ?? 'null'));
    return new Map(loaded.ownId === ownId ? Object.entries(loaded.drafts) : []);
  } catch {
    return new Map();
  }
}

/** Stores the drafts. Of an edit, stores the draft from before. */
export function storeDrafts(ownId: string, drafts: ReadonlyMap<string, Draft>): void {
  const kept = [...drafts]
    .map(([roomId, draft]) => [roomId, draft.editing?.before ?? draft] as const)
    .filter(([, { text, replyTo }]) => text !== '' || replyTo !== undefined);
  withStorage('sessionStorage', (storage) => {
    if (kept.length === 0) storage.removeItem(draftsKey);
    else storage.setItem(draftsKey, JSON.stringify({ ownId, drafts: Object.fromEntries(kept) }));
  });
}

/** Drafts in the storage of this tab: a reload keeps them, another person never gets them, closing the tab forgets them. */
import type { ChatPerson } from '@foyer/contract';
import * as z from 'zod/mini';
import { draftsKey } from '../../../platform/chat/chatStorageKeys.ts';
import { logWarning } from '../../../platform/log.ts';

export interface Draft {
  readonly text: string;
  /** People who were named; those count whose name still stands there. */
  readonly named: readonly ChatPerson[];
  readonly replyTo?: number | undefined;
  /** The message of one's own that is changed, and what was being written before. */
  readonly editing?: { readonly seq: number; readonly before: Draft } | undefined;
}

const storedSchema = z.object({
  ownId: z.string(),
  drafts: z.array(
    z.tuple([
      z.string(),
      z.object({
        text: z.string(),
        named: z.array(z.object({ uid: z.string(), name: z.optional(z.string()) })),
        replyTo: z.optional(z.number()),
      }),
    ]),
  ),
});

export function loadDrafts(ownId: string): ReadonlyMap<string, Draft> {
  try {
    const found = storedSchema.parse(JSON.parse(sessionStorage.getItem(draftsKey) ?? 'null'));
    return new Map(found.ownId === ownId ? found.drafts : []);
  } catch {
    return new Map();
  }
}

/** What is changed is not kept, but what was being written before. */
export function storeDrafts(ownId: string, drafts: ReadonlyMap<string, Draft>): void {
  const kept = [...drafts]
    .map(([roomId, draft]) => [roomId, draft.editing?.before ?? draft] as const)
    .filter(([, { text, replyTo }]) => text !== '' || replyTo !== undefined);
  try {
    if (kept.length === 0) sessionStorage.removeItem(draftsKey);
    else sessionStorage.setItem(draftsKey, JSON.stringify({ ownId, drafts: kept }));
  } catch {
    logWarning('GENERAL', 'what is being written is kept only as long as this page');
  }
}

/**
 * Messages that were written and not yet confirmed, kept over reloads: each under a key of its own, so that tabs of one
 * person never overwrite what another has written.
 */
import * as z from 'zod/mini';
import { chatUpload } from '@foyer/contract';
import { logWarning } from '../log.ts';
import type { WaitingMessage } from './chatData.ts';
import { waitingPrefix } from './chatStorageKeys.ts';

const prefixOf = (ownId: string): string => `${waitingPrefix}${ownId}.`;
const keyOf = (ownId: string, clientId: string): string => `${prefixOf(ownId)}${clientId}`;

const stored = z.object({
  clientId: z.string(),
  roomId: z.string(),
  text: z.string(),
  replyTo: z.optional(z.number()),
  mentions: z.optional(z.array(z.string())),
  upload: z.optional(chatUpload),
  at: z.number(),
  refused: z.optional(z.string()),
});

function attempt<T>(run: (storage: Storage) => T): T | undefined {
  try {
    return run(window.localStorage);
  } catch {
    logWarning('GENERAL', 'what is written is kept only as long as this page');
    return undefined;
  }
}

function readText(text: string | null): WaitingMessage | undefined {
  try {
    return stored.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

/** Whether there was room for it. */
export function storeWaiting(ownId: string, message: WaitingMessage): boolean {
  const store = (storage: Storage): true => {
    storage.setItem(keyOf(ownId, message.clientId), JSON.stringify(message));
    return true;
  };
  return attempt(store) ?? false;
}

export function forgetWaiting(ownId: string, clientId: string): void {
  attempt((storage) => storage.removeItem(keyOf(ownId, clientId)));
}

/** What this person has written and nobody confirmed, the oldest first. */
export function storedWaiting(ownId: string): WaitingMessage[] {
  const own = prefixOf(ownId);
  const texts = attempt((storage) =>
    Object.keys(storage)
      .filter((key) => key.startsWith(own))
      .map((key) => storage.getItem(key)),
  );
  return (texts ?? [])
    .map(readText)
    .filter((message) => message !== undefined)
    .toSorted((one, other) => one.at - other.at);
}

/** Tells when another tab has written or has been confirmed. Returns what ends it. */
export function onOtherTabs(ownId: string, tell: () => void): () => void {
  const heard = ({ key }: StorageEvent): void => {
    if (key === null || key.startsWith(prefixOf(ownId))) tell();
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

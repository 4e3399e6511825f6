/**
 * Stores unconfirmed messages in localStorage, so that they survive a reload. Each has its own key, so that the tabs of a
 * user never overwrite each other's messages.
 */
import * as z from 'zod/mini';
import { chatUpload } from '@foyer/contract';
import type { WaitingMessage } from './chatState.ts';
import { outboxPrefix, withStorage } from '../../../platform/storage/chatStorage.ts';

const prefixOf = (ownId: string): string => `${outboxPrefix}${ownId}.`;
const keyOf = (ownId: string, clientId: string): string => `${prefixOf(ownId)}${clientId}`;

const storedMessage = z.object({
  clientId: z.string(),
  roomId: z.string(),
  text: z.string(),
  replyTo: z.optional(z.number()),
  mentions: z.optional(z.array(z.string())),
  upload: z.optional(chatUpload),
  at: z.number(),
  errorCode: z.optional(z.string()),
});

function parseMessage(text: string | null): WaitingMessage | undefined {
  try {
    return storedMessage.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

/** Returns false if the storage is full or not available. */
export function storeMessage(ownId: string, message: WaitingMessage): boolean {
  const store = (storage: Storage): true => {
    storage.setItem(keyOf(ownId, message.clientId), JSON.stringify(message));
    return true;
  };
  return withStorage('localStorage', store) ?? false;
}

export function removeStoredMessage(ownId: string, clientId: string): void {
  withStorage('localStorage', (storage) => storage.removeItem(keyOf(ownId, clientId)));
}

/** The unconfirmed messages of a user, oldest first. */
export function loadStoredMessages(ownId: string): WaitingMessage[] {
  const own = prefixOf(ownId);
  const texts = withStorage('localStorage', (storage) =>
    Object.keys(storage)
      .filter((key) => key.startsWith(own))
      .map((key) => storage.getItem(key)),
  );
  return (texts ?? [])
    .map(parseMessage)
    .filter((message) => message !== undefined)
    .toSorted((a, b) => a.at - b.at);
}

/** Calls `onChange` when another tab has stored or removed a message. */
export function onStorageChange(ownId: string, onChange: () => void, signal: AbortSignal): void {
  const listener = ({ key }: StorageEvent): void => {
    if (key === null || key.startsWith(prefixOf(ownId))) onChange();
  };
  addEventListener('storage', listener, { signal });
}

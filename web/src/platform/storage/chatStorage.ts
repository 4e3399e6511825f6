/** Keys of the browser storage under which chat keeps drafts and unsent messages, and functions that clear them. */
import type { OperatingMode } from '@foyer/contract';
import { operatingMode } from '../base.ts';
import { logWarning } from '../log.ts';

/** The live venue and the stage have different rooms: a page never sends, or discards, messages of the other mode. */
const outboxPrefixes: Record<OperatingMode, string> = {
  LIVE: 'foyer.chat.out.',
  STAGE: 'foyer.chat.stageOut.',
};
/** localStorage: unsent messages, each under its own key. */
export const outboxPrefix = outboxPrefixes[operatingMode];
/** sessionStorage: drafts. */
export const draftsKey = 'foyer.chat.drafts';

/**
 * Reads or changes a storage. It keeps nothing in memory, as `safeStorage` does, because the next user of the page would
 * get it.
 * @returns undefined also if the browser forbids access, or the storage is full
 */
export function withStorage<T>(
  area: 'localStorage' | 'sessionStorage',
  action: (storage: Storage) => T,
): T | undefined {
  try {
    return action(window[area]);
  } catch {
    logWarning(
      'GENERAL',
      'could not access the browser storage: chat drafts and unsent messages are not kept',
    );
    return undefined;
  }
}

/** Clears the drafts of this tab, at the end of a visit. Unsent messages stay, because their user may log in again. */
export const clearStoredDrafts = (): void =>
  withStorage('sessionStorage', (storage) => storage.removeItem(draftsKey));

/**
 * The number of unsent messages of a user in the storage, on the live venue and on the stage. A logout discards them. Those
 * that did not fit into the storage are not counted.
 */
export function countUnsentMessages(userId: string): number {
  const own = Object.values(outboxPrefixes).map((prefix) => `${prefix}${userId}.`);
  const count = (storage: Storage): number =>
    Object.keys(storage).filter((key) => own.some((prefix) => key.startsWith(prefix))).length;
  return withStorage('localStorage', count) ?? 0;
}

/** The id of the user who has written the drafts of this tab. */
function ownerOfDrafts(storage: Storage): string | undefined {
  try {
    return (JSON.parse(storage.getItem(draftsKey) ?? 'null') as { readonly ownId: string } | null)?.ownId;
  } catch {
    return undefined;
  }
}

/**
 * Clears drafts and unsent messages, at a logout or when another account logs in, so that the next user of the browser
 * cannot read them.
 * @param keptFor id of the user who is logged in: theirs stay, and the unsent messages of the other mode, whose tabs may
 *   have another user. Without it, everything is cleared.
 */
export function clearChatStorage(keptFor?: string): void {
  withStorage('sessionStorage', (storage) => {
    const isKept = keptFor !== undefined && ownerOfDrafts(storage) === keptFor;
    if (!isKept) storage.removeItem(draftsKey);
  });
  withStorage('localStorage', (storage) => {
    const cleared = keptFor === undefined ? Object.values(outboxPrefixes) : [outboxPrefix];
    const isKept = (key: string) => keptFor !== undefined && key.startsWith(`${outboxPrefix}${keptFor}.`);
    for (const key of Object.keys(storage))
      if (cleared.some((prefix) => key.startsWith(prefix)) && !isKept(key)) storage.removeItem(key);
  });
}

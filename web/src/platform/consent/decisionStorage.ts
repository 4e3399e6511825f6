/** The decisions of this browser in its storage (CONSENT-11), one per venue: live and stage share it. */
import { storedDecision } from '@foyer/contract/storedConsent';
import type { StoredDecision } from '@foyer/contract';
import * as z from 'zod/mini';
import { browserStorage, type BrowserStorage } from '../storage/browserStorage.ts';

export const decisionKey = (architectureId: string): string => `foyer.consents.${architectureId}`;

/** An invalid value, or one of an older version, counts as no decision. */
export function readDecision(
  architectureId: string,
  storage: BrowserStorage = browserStorage,
): StoredDecision | undefined {
  try {
    const parsed = z.safeParse(
      storedDecision,
      JSON.parse(storage.get(decisionKey(architectureId)) ?? 'null'),
    );
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export function storeDecision(
  architectureId: string,
  decision: StoredDecision,
  storage: BrowserStorage = browserStorage,
): void {
  const key = decisionKey(architectureId);
  const value = JSON.stringify(decision);
  if (storage.set(key, value)) return;
  // The storage is full: an earlier decision must not apply again after a reload, and its space may suffice.
  storage.remove(key);
  storage.set(key, value);
}

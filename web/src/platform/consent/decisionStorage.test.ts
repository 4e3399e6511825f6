import type { StoredDecision } from '@foyer/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { safeStorage } from '../storage/browserStorage.ts';
import { decisionKey, readDecision, storeDecision } from './decisionStorage.ts';

const decisionOf = (accepted: boolean): StoredDecision => ({
  decidedAt: '2026-11-20T10:00:00.000Z',
  revision: 'r1',
  consents: [{ id: 'vimeo', accepted }],
});

/** A storage with space for this many characters in all. */
function storageFor(space: number) {
  const values = new Map<string, string>();
  const inner = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      const others = [...values].filter(([other]) => other !== key).map(([, text]) => text.length);
      if (others.reduce((sum, length) => sum + length, value.length) > space)
        throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key: string) => void values.delete(key),
  } as unknown as Storage;
  return { values, open: () => safeStorage(() => inner, new Map()) };
}

test('CONSENT-11c if the storage is full, a withdrawal counts on this page, and the earlier decision never again', () => {
  const key = decisionKey('nightfall');
  const space = JSON.stringify(decisionOf(true)).length;
  const { values, open } = storageFor(space);
  const page = open();
  storeDecision('nightfall', decisionOf(true), page);
  expect(values.has(key)).toBe(true);
  // `false` is longer than `true`.
  storeDecision('nightfall', decisionOf(false), page);
  expect(readDecision('nightfall', page)?.consents).toEqual([{ id: 'vimeo', accepted: false }]);
  expect(readDecision('nightfall', open())).toBeUndefined();
});

test('CONSENT-11e a decision counts in one venue, live and on its stage, and in no other venue', async () => {
  const storage = storageFor(1_000).open();
  storeDecision('nightfall', decisionOf(true), storage);
  expect(readDecision('daybreak', storage)).toBeUndefined();
  vi.resetModules();
  vi.stubGlobal('document', { querySelector: () => ({ content: '/stage' }) });
  onTestFinished(() => void vi.unstubAllGlobals());
  const onStage = await import('./decisionStorage.ts');
  expect(onStage.readDecision('nightfall', storage)).toEqual(decisionOf(true));
});

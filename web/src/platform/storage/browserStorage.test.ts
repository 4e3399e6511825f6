import { expect, test } from 'vitest';
import { safeStorage } from './browserStorage.ts';

function storageOf(overrides: Partial<Storage> = {}): Storage {
  const values = new Map<string, string>();
  return {
    length: 0,
    clear: () => values.clear(),
    key: () => null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    ...overrides,
  };
}
const blocked = (): Storage => {
  throw new DOMException('blocked', 'SecurityError');
};

test('a stored value can be read', () => {
  const inner = storageOf();
  const storage = safeStorage(() => inner, new Map());
  storage.set('language', 'de');
  expect(storage.get('language')).toBe('de');
  expect(inner.getItem('language')).toBe('de');
  storage.remove('language');
  expect(storage.get('language')).toBeNull();
});

test('without access to the storage, values are kept until the page is closed', () => {
  const storage = safeStorage(blocked, new Map());
  expect(storage.get('language')).toBeNull();
  storage.set('language', 'ar');
  expect(storage.get('language')).toBe('ar');
  storage.remove('language');
  expect(storage.get('language')).toBeNull();
});

test('if the storage is full, the newer value wins on this page', () => {
  const inner = storageOf({ getItem: () => 'de', setItem: blocked });
  const storage = safeStorage(() => inner, new Map());
  storage.set('language', 'ar');
  expect(storage.get('language')).toBe('ar');
});

test('the values of some keys are removed, stored or not', () => {
  const values: Record<string, string> = { 'user.a': '1', other: '2' };
  const inner = new Proxy(values, {
    get: (_, name) =>
      ({
        getItem: (key: string) => values[key] ?? null,
        setItem: blocked,
        removeItem: (key: string) => delete values[key],
      })[name as string],
  }) as unknown as Storage;
  const storage = safeStorage(() => inner, new Map());
  storage.set('user.b', '3');
  storage.set('another', '4');
  storage.removeAll((key) => key.startsWith('user.'));
  expect(['user.a', 'user.b', 'other', 'another'].map((key) => storage.get(key))).toEqual([
    null,
    null,
    '2',
    '4',
  ]);
});

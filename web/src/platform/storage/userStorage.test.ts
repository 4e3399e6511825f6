import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The modules of a page of the live venue or of the stage. */
async function loadPage(base: '' | '/stage') {
  vi.stubGlobal('document', { querySelector: () => ({ content: base }) });
  vi.resetModules();
  const [{ browserStorage }, user] = await Promise.all([
    import('./browserStorage.ts'),
    import('./userStorage.ts'),
  ]);
  return { ...browserStorage, ...user };
}

/** A storage whose values are its properties, or none, for a page whose browser forbids access. */
function stubStorage(isBlocked: boolean): Record<string, string> {
  const values: Record<string, string> = { foyerLanguage: 'de' };
  const methods = {
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => void (values[key] = value),
    removeItem: (key: string) => void delete values[key],
  };
  const localStorage = new Proxy(values, {
    get: (_, name) => methods[name as keyof typeof methods],
  });
  vi.stubGlobal('window', isBlocked ? {} : { localStorage });
  return values;
}

test('SESSION-10 the login of another account clears what users and guests have left, but not on the stage', async () => {
  const values = stubStorage(false);
  const live = await loadPage('');
  const stage = await loadPage('/stage');
  for (const page of [live, stage])
    for (const userId of ['ada', 'bo', undefined]) page.set(page.userKey(userId, 'opened'), '[]');
  expect(Object.keys(values)).toHaveLength(7);
  live.clearUserStorage('bo');
  expect(live.get(live.userKey('bo', 'opened'))).toBe('[]');
  for (const userId of ['ada', undefined]) {
    expect(live.get(live.userKey(userId, 'opened'))).toBeNull();
    expect(stage.get(stage.userKey(userId, 'opened'))).toBe('[]');
  }
});

test.each([false, true])(
  'SESSION-05 a logout clears what all users have left, in live venue and stage, and nothing else (storage blocked: %s)',
  async (isBlocked) => {
    const values = stubStorage(isBlocked);
    const stage = await loadPage('/stage');
    const stageKey = stage.userKey('bo', 'opened');
    const live = await loadPage('');
    const keys = [stageKey, live.userKey('ada', 'opened'), live.userKey(undefined, 'opened')];
    for (const key of keys) live.set(key, '[]');
    live.set('foyer.users', 'not of a user');
    live.clearUserStorage();
    expect(keys.map((key) => live.get(key))).toEqual([null, null, null]);
    expect(live.get('foyer.users')).toBe('not of a user');
    expect(values).toHaveProperty('foyerLanguage', 'de');
  },
);

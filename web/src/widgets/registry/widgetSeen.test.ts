import { beforeEach, expect, test } from 'vitest';
import { safeStorage } from '../../platform/storage/browserStorage.ts';
import type { ActiveWidget } from './activeWidgets.ts';
import { hasSeen, readSeenWidgets, markSeen, seenKey, useSeenWidgets, versionOf } from './widgetSeen.ts';

const notice = (text: string, rest: object = {}): ActiveWidget => ({
  widget: {
    id: 'welcome',
    type: 'TextNotificationWidget',
    name: 'Welcome',
    configurations: [],
    placements: [],
  },
  configuration: { id: 'first', name: 'n', cookieProviders: [], texts: [{ locale: 'en', text }], ...rest },
});
const key = seenKey('nightfall', 'lobby', 'welcome');
const blocked = () =>
  safeStorage(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  }, new Map());

beforeEach(() => useSeenWidgets.setState({ seen: {} }));

test('WIDGET-14l a notice counts as new again after any change of its content', () => {
  const seen = versionOf(notice('<p>Doors open at six</p>'));
  expect(versionOf(notice('<p>Doors open at six</p>'))).toBe(seen);
  expect(versionOf(notice('<p>Doors open at seven</p>'))).not.toBe(seen);
  expect(versionOf(notice('<p>Doors open at six</p>', { id: 'second' }))).not.toBe(seen);
});

test('WIDGET-14m the same content with another order of keys is no change', () => {
  const first = versionOf(notice('a', { begin: '2026-11-20T10:00:00Z', displayMode: 'EMBEDDED_DIALOG' }));
  expect(versionOf(notice('a', { displayMode: 'EMBEDDED_DIALOG', begin: '2026-11-20T10:00:00Z' }))).toBe(
    first,
  );
});

test('WIDGET-14i seen widgets are stored with their dates', () => {
  const storage = safeStorage(() => {
    throw new Error('no storage, only the map');
  }, new Map());
  markSeen(key, 'first.abc', storage);
  const stored = readSeenWidgets(storage);
  expect(hasSeen(stored, key, 'first.abc')).toBe(true);
  expect(Math.abs(Date.now() - Date.parse(stored[key]?.at ?? ''))).toBeLessThan(10_000);
});

test('WIDGET-14j without storage seen widgets are kept until the page is closed', () => {
  markSeen(key, 'first.abc', blocked());
  expect(hasSeen(useSeenWidgets.getState().seen, key, 'first.abc')).toBe(true);
  expect(hasSeen(useSeenWidgets.getState().seen, key, 'first.other')).toBe(false);
});

test('WIDGET-14k entries that another tab has stored meanwhile are kept', () => {
  const storage = blocked();
  storage.set('widgetSeen', JSON.stringify({ other: { version: 'v', at: '2026-11-20T10:00:00Z' } }));
  markSeen(key, 'first.abc', storage);
  expect(Object.keys(readSeenWidgets(storage))).toEqual(expect.arrayContaining(['other', key]));
});

test('invalid stored values are read as empty', () => {
  for (const text of ['', 'null', '7', '[1]', '{"a":1}', '{"a":{"version":3,"at":"x"}}', '{broken']) {
    const storage = blocked();
    storage.set('widgetSeen', text);
    expect(readSeenWidgets(storage)).toEqual({});
  }
});

test('an id that is a property of Object.prototype is not seen', () => {
  expect(hasSeen({}, 'constructor', 'x')).toBe(false);
});

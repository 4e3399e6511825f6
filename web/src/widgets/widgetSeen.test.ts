import { beforeEach, expect, test } from 'vitest';
import { safeStorage } from '../platform/storage/browserStorage.ts';
import type { ActiveWidget } from './activeWidgets.ts';
import { hasSeen, readSightings, rememberSeen, seenKey, useSightings, versionOf } from './widgetSeen.ts';

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

beforeEach(() => useSightings.setState({ sightings: {} }));

test('WIDGET-14c a notice counts as new again after any change of its content', () => {
  const seen = versionOf(notice('<p>Doors open at six</p>'));
  expect(versionOf(notice('<p>Doors open at six</p>'))).toBe(seen);
  expect(versionOf(notice('<p>Doors open at seven</p>'))).not.toBe(seen);
  expect(versionOf(notice('<p>Doors open at six</p>', { id: 'second' }))).not.toBe(seen);
});

test('WIDGET-14c the same content written in another order of keys is no change', () => {
  const first = versionOf(notice('a', { begin: '2026-11-20T10:00:00Z', displayMode: 'EMBEDDED_DIALOG' }));
  expect(versionOf(notice('a', { displayMode: 'EMBEDDED_DIALOG', begin: '2026-11-20T10:00:00Z' }))).toBe(
    first,
  );
});

test('WIDGET-14b what was seen is remembered with its date, beyond the page', () => {
  const storage = safeStorage(() => {
    throw new Error('the map alone');
  }, new Map());
  rememberSeen(key, 'first.abc', storage);
  const stored = readSightings(storage);
  expect(hasSeen(stored, key, 'first.abc')).toBe(true);
  expect(Math.abs(Date.now() - Date.parse(stored[key]?.at ?? ''))).toBeLessThan(10_000);
});

test('WIDGET-14b with a blocked storage it is remembered as long as the page lives', () => {
  rememberSeen(key, 'first.abc', blocked());
  expect(hasSeen(useSightings.getState().sightings, key, 'first.abc')).toBe(true);
  expect(hasSeen(useSightings.getState().sightings, key, 'first.other')).toBe(false);
});

test('WIDGET-14b what another tab has seen meanwhile is kept', () => {
  const storage = blocked();
  storage.set('widgetSeen', JSON.stringify({ other: { version: 'v', at: '2026-11-20T10:00:00Z' } }));
  rememberSeen(key, 'first.abc', storage);
  expect(Object.keys(readSightings(storage))).toEqual(expect.arrayContaining(['other', key]));
});

test('a storage that holds something else is read as empty', () => {
  for (const text of ['', 'null', '7', '[1]', '{"a":1}', '{"a":{"version":3,"at":"x"}}', '{broken']) {
    const storage = blocked();
    storage.set('widgetSeen', text);
    expect(readSightings(storage)).toEqual({});
  }
});

test('an id that is a name of every object is not seen by itself', () => {
  expect(hasSeen({}, 'constructor', 'x')).toBe(false);
});

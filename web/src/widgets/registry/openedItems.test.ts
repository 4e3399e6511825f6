import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { safeStorage } from '../../platform/storage/browserStorage.ts';
import { createVisit } from '../../platform/visit/visit.ts';
import { createOpenedItems, markedItems, newItems } from './openedItems.ts';

const full = () =>
  safeStorage(() => {
    throw new DOMException('full', 'QuotaExceededError');
  }, new Map());
let tab: EventTarget;

beforeEach(() => {
  tab = new EventTarget();
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
});
afterEach(() => vi.unstubAllGlobals());

/** Another tab has changed the value of a key. */
const changeElsewhere = (key: string | null) =>
  tab.dispatchEvent(Object.assign(new Event('storage'), { key }));

test('WIDGET-26e the items that were not there at the last opening are new; without one, nothing is', () => {
  expect(newItems(['a', 'b'], undefined).size).toBe(0);
  expect([...newItems(['c', 'b', 'a'], new Set(['a', 'gone']))]).toEqual(['c', 'b']);
  expect([...newItems(['a'], new Set())]).toEqual(['a']);
});

test('BOARD-01u new items are marked, unless all or none are new', () => {
  expect([...markedItems(['a', 'b'], new Set(['a']))]).toEqual(['b']);
  expect(markedItems(['a', 'b'], new Set(['gone'])).size).toBe(0);
  expect(markedItems(['a', 'b'], new Set(['a', 'b'])).size).toBe(0);
  expect(markedItems([], new Set(['gone'])).size).toBe(0);
});

test('WIDGET-26f an opening stores the items that are there, once, and forgets those that are gone', () => {
  const storage = full();
  const set = vi.spyOn(storage, 'set');
  const { openedIds, markOpened, store } = createOpenedItems(createVisit(), storage);
  const changed = vi.fn();
  store.subscribe(changed);
  expect(openedIds('board')).toBeUndefined();
  markOpened('board', ['a', 'b', 'b']);
  expect(openedIds('board')).toBe(openedIds('board'));
  markOpened('board', ['b', 'a']);
  expect(set).toHaveBeenCalledOnce();
  expect(changed).toHaveBeenCalledOnce();
  markOpened('board', ['b', 'c']);
  const next = createOpenedItems(createVisit(), storage);
  expect(next.openedIds('board')).toEqual(new Set(['b', 'c']));
  expect(next.openedIds('other')).toBeUndefined();
});

test('WIDGET-26g a board of 10,000 cards that does not fit into the storage is kept for the page, without a message', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const storage = full();
  const ids = Array.from({ length: 10_000 }, () => crypto.randomUUID());
  createOpenedItems(createVisit(), storage).markOpened('board', ids);
  const opened = createOpenedItems(createVisit(), storage).openedIds('board');
  expect([...newItems([...ids, 'added'], opened)]).toEqual(['added']);
  expect([warn, error].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

test.each(['', '7', '{"a":1}', '["a",3]', '["a"'])(
  'WIDGET-26h the damaged value %s counts as never opened',
  (text) => {
    const storage = full();
    storage.set('board', text);
    expect(createOpenedItems(createVisit(), storage).openedIds('board')).toBeUndefined();
  },
);

test('WIDGET-26i an opening in another tab counts here', () => {
  const storage = full();
  const visit = createVisit();
  const { openedIds, markOpened, store } = createOpenedItems(visit, storage);
  markOpened('board', ['a']);
  const changed = vi.fn();
  store.subscribe(changed);
  storage.set('board', '["a","b"]');
  changeElsewhere('unrelated');
  expect(changed).not.toHaveBeenCalled();
  changeElsewhere('board');
  expect(changed).toHaveBeenCalledOnce();
  expect(openedIds('board')).toEqual(new Set(['a', 'b']));
  storage.remove('board');
  changeElsewhere(null);
  expect(openedIds('board')).toBeUndefined();
  visit.end();
  changeElsewhere('board');
  expect(changed).toHaveBeenCalledTimes(2);
});

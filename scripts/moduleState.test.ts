/** The modules of the web app have no mutable state outside of the list in `moduleState.allowed.ts`. */
import { expect, test } from 'vitest';
import { allowed } from './moduleState.allowed.ts';
import { differences, findModuleState, moduleState } from './moduleState.ts';

test('all mutable state of the modules in web/src is listed with its owner', () => {
  const found = moduleState();
  // Almost none would mean that the folders have moved or that the parser reads nothing.
  expect(found.length).toBeGreaterThan(20);
  expect(differences(found, allowed)).toEqual([]);
});

/** Each binding as `name (kind)`. */
const stateIn = (...texts: readonly string[]): readonly string[] =>
  findModuleState(new Map(texts.map((text, index) => [`module${index}.ts`, text]))).map(
    ({ name, kind }) => `${name} (${kind})`,
  );

test.each([
  ['let count = 0;', 'count (let)'],
  ['export let count = 0;', 'count (let)'],
  ['const cache = new Map<string, number>();', 'cache (new Map)'],
  ["const names: Set<string> = new Set(['a']);", 'names (new Set)'],
  ["const channel = new window.BroadcastChannel('a');", 'channel (new BroadcastChannel)'],
  ['export const realtime = new Realtime() as Connection;', 'realtime (new Realtime)'],
  ['export const useName = create<Name>()(() => ({}));', 'useName (create())'],
  ['export default create(() => ({}));', 'default (create())'],
  ['const { now } = serverClock();', 'now (serverClock())'],
  ['const { resolve } = Promise.withResolvers();', 'resolve (withResolvers())'],
  ['const timers = { first: retryTimer() };', 'timers (retryTimer())'],
  ['const lists = names.map(() => new Set());', 'lists (new Set)'],
  ['const next = (() => { let id = 0; return () => (id += 1); })();', 'next (let)'],
  ['const tables: Tables = { timers: new Timers() };', 'tables (new Timers)'],
  ['const list = []; export const add = (item) => list.push(item);', 'list (mutated)'],
  ['const last = { id: 0 }; const next = () => (last.id += 1);', 'last (mutated)'],
  ['const rows = {}; const remove = (id) => { delete rows[id]; };', 'rows (mutated)'],
  ['const rows = {}; const set = (row) => Object.assign(rows, row);', 'rows (mutated)'],
  ['const tables: Tables = { a: new Set() }; const add = () => tables.a.add(1);', 'tables (mutated)'],
  ['function next() { next.id += 1; }', 'next (mutated)'],
  ['export class Room { static last = 0; }', 'Room.last (static field)'],
  ['class Room { static #last = 0; }', 'Room.last (static field)'],
  ['class Room { static readonly open = new Set(); }', 'Room.open (new Set)'],
])('%s has the state %s', (text, state) => {
  expect(stateIn(text)).toEqual([state]);
});

test.each([
  'const limit = 5;',
  "const names: ReadonlySet<string> = new Set(['a']);",
  "const byCode: ReadonlyMap<string, number> = new Map([['a', 1]]);",
  'export const initial: Chat = { rooms: new Map(), counts: { total: 0, areas: new Map() } };',
  "const list = ['a']; const sorted = () => list.toSorted();",
  'const list = []; const add = () => { const list = []; list.push(1); };',
  'const list = []; const add = (list) => list.push(1);',
  'const makeCache = () => new Map();',
  'const Picture = memo(function Picture() { const seen = new Set(); });',
  "const storage = safeStorage(() => localStorage); const store = () => storage.set('a', '1');",
  'class Room { static readonly size = 5; members = new Set(); }',
])('%s has no state', (text) => {
  expect(stateIn(text)).toEqual([]);
});

test('an export that another module changes is state', () => {
  expect(
    stateIn(
      "export const last = { href: '' };",
      "import { last as latest } from './module0.ts'; latest.href = '/';",
    ),
  ).toEqual(['last (mutated)']);
});

test('state that is not listed, and listed state that is gone, are reported with their files', () => {
  const found = [{ file: 'a.ts', name: 'added', kind: 'let' }];
  const errors = differences(found, { 'a.ts': { removed: 'page' }, 'b.ts': { moved: 'page' } });
  expect(errors).toEqual([
    expect.stringMatching(/^a\.ts: "added" \(let\) is mutable state/),
    expect.stringMatching(/^a\.ts: "removed" is not mutable state/),
    expect.stringMatching(/^b\.ts: "moved" is not mutable state/),
  ]);
});

/** Compares two versions by ids, so that moving an entry does not change the others. */
import { isDeepStrictEqual } from 'node:util';
import {
  changeKey,
  changeKinds,
  referencedKey,
  widgetManifests,
  type ChangeKind,
  type ChangeNames,
  type ChangeStep,
  type ChangeValue,
  type LocalizedText,
  type VersionChange,
  type VersionDiff,
} from '@foyer/contract';
import { asRecord, asString, type JsonRecord } from '../check/untypedJson.ts';
import type { VersionContent } from '../store.ts';

type Path = readonly ChangeStep[];

/**
 * Compares areas and widgets (key `area/widget`, or the id alone for a global one) by their own fields, settings by the
 * name of the architecture's field, texts by path and locale, assets by their fields and generation. A changed text
 * counts only as a text.
 */
export function compareVersions(from: VersionContent, to: VersionContent): VersionDiff {
  const before = comparedFields(from);
  const after = comparedFields(to);
  const changes: VersionChange[] = [];
  compareRecords(before, after, [], changes);
  return {
    from: from.row.version,
    to: to.row.version,
    ...summarize(changes),
    changes,
    names: namesFor(changes, before, after),
  };
}

const comparedFields = ({ venue, generations }: VersionContent): JsonRecord => ({
  ...venue.architectures[0],
  assets: venue.assets.map((asset) => ({ ...asset, generation: generations.get(asset.id) })),
});

function compareRecords(before: JsonRecord, after: JsonRecord, path: Path, changes: VersionChange[]): void {
  for (const field of new Set([...Object.keys(after), ...Object.keys(before)]))
    compareFields(before[field], after[field], [...path, { field }], changes);
}

function compareFields(before: unknown, after: unknown, path: Path, changes: VersionChange[]): void {
  // Most of a large venue is equal, and comparing it by ids takes much longer.
  if (isDeepStrictEqual(before, after)) return;
  const lists = [before ?? [], after ?? []];
  const records = [asRecord(before), asRecord(after)];
  if (isList(lists[0]) && isList(lists[1])) {
    if (before !== undefined || after !== undefined) compareLists(lists[0], lists[1], path, changes);
  } else if (records[0] && records[1]) compareRecords(records[0], records[1], path, changes);
  else {
    if (records[0]) addPart(records[0], path, 'removed', changes);
    if (records[1]) addPart(records[1], path, 'added', changes);
    if (!records[0] && !records[1]) addValue({ path, before, after }, changes);
  }
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: Path,
  changes: VersionChange[],
): void {
  if (![...before, ...after].every((entry) => asRecord(entry))) {
    const [old, next] = [before, after].map((list) => (list.length > 0 ? list.join(', ') : undefined));
    if (old !== next) addValue({ path, before: old, after: next }, changes);
    return;
  }
  const byId = [before, after].every(hasUniqueSteps);
  const [old, next] = [before, after].map((list) => keyedEntries(list, path, byId)) as [
    KeyedEntries,
    KeyedEntries,
  ];
  for (const [key, { step, entry }] of new Map([...next, ...old])) {
    const entryPath = [...path.slice(0, -1), step];
    const [oldEntry, nextEntry] = [old.get(key)?.entry, next.get(key)?.entry];
    if (step.locale !== undefined) {
      const [oldValue, nextValue] = [oldEntry, nextEntry].map(localizedValue);
      const kind = isLocalizedText(entry) ? 'texts' : undefined;
      if (oldValue !== nextValue)
        addValue({ path: entryPath, before: oldValue, after: nextValue, kind }, changes);
    } else if (oldEntry && nextEntry) compareRecords(oldEntry, nextEntry, entryPath, changes);
    else addPart(entry, entryPath, nextEntry ? 'added' : 'removed', changes);
  }
  const common = (entries: KeyedEntries, others: KeyedEntries) =>
    [...entries.keys()].filter((key) => others.has(key)).join('/');
  if (isOrderCompared(path, next) && common(old, next) !== common(next, old))
    changes.push({ kind: partOf(path).kind, type: 'changed', path: [...path] });
}

type KeyedEntries = ReadonlyMap<string, { readonly step: ChangeStep; readonly entry: JsonRecord }>;

/** The order of texts, and of areas, widgets and assets, which are compared on their own, has no effect. */
function isOrderCompared(path: Path, entries: KeyedEntries): boolean {
  const [first] = entries.values();
  if (!first || isLocalizedText(first.entry)) return false;
  return isSamePart([...path.slice(0, -1), first.step], path);
}

function keyedEntries(list: readonly unknown[], path: Path, byId: boolean): KeyedEntries {
  const field = path.at(-1)?.field ?? '';
  return new Map(
    list.map((value, index) => {
      const entry = asRecord(value) ?? {};
      const step = { field, ...((byId ? identify(entry) : undefined) ?? { id: String(index + 1) }) };
      return [step.locale ?? step.id ?? '', { step, entry }];
    }),
  );
}

function hasUniqueSteps(list: readonly unknown[]): boolean {
  const keys = list.map((entry) => JSON.stringify(identify(asRecord(entry) ?? {})));
  return new Set(keys).size === keys.length;
}

/** What identifies an entry in its list; undefined if nothing does. */
function identify(entry: JsonRecord): Omit<ChangeStep, 'field'> | undefined {
  if (localizedValue(entry) !== undefined) return { locale: String(entry['locale']) };
  const id = ['id', 'key', 'areaId', 'viewpointId', 'type'].map((name) => asString(entry[name]));
  const found = id.find((value) => value !== undefined);
  return found === undefined ? undefined : { id: found };
}

/** The value of `{ locale, text }`, `{ locale, assetId }` or `{ locale, uri }`. */
function localizedValue(entry: JsonRecord | undefined): string | undefined {
  const { locale, ...fields } = entry ?? {};
  const values = Object.values(fields);
  return typeof locale === 'string' && values.length === 1 ? asString(values[0]) : undefined;
}

const isLocalizedText = (record: JsonRecord): boolean =>
  localizedValue(record) !== undefined && 'text' in record;

interface ValueChange {
  readonly path: Path;
  readonly before: unknown;
  readonly after: unknown;
  /** The kind of the part that the path leads into, if absent. */
  readonly kind?: ChangeKind | undefined;
}

function addValue({ path, before, after, kind }: ValueChange, changes: VersionChange[]): void {
  const shown = (value: unknown) => (isRestrictedField(path) ? hiddenValue : (value as ChangeValue));
  changes.push({
    kind: kind ?? partOf(path).kind,
    type: typeOf(before, after),
    path: [...path],
    ...(before === undefined ? {} : { before: shown(before) }),
    ...(after === undefined ? {} : { after: shown(after) }),
  });
}

/** Stands for a value that attendees do not receive (MEET-06). */
const hiddenValue = '•••';
const restrictedFields = new Set(
  widgetManifests.flatMap((manifest): readonly string[] => [
    ...(manifest.serverFields ?? []),
    ...(manifest.hostFields ?? []),
  ]),
);

/** The path does not name the type of the widget, so a field of this name is hidden in all of them. */
const isRestrictedField = (path: Path): boolean =>
  path.at(-2)?.field === 'configurations' && restrictedFields.has(path.at(-1)?.field ?? '');

function typeOf(before: unknown, after: unknown): VersionChange['type'] {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/** Adds a part that only one version has, the widgets in it and its texts. Its other fields are not listed. */
function addPart(part: JsonRecord, path: Path, type: 'added' | 'removed', changes: VersionChange[]): void {
  changes.push({ kind: partOf(path).kind, type, path: [...path] });
  addContents(part, path, type, changes);
}

function addContents(
  part: JsonRecord,
  path: Path,
  type: 'added' | 'removed',
  changes: VersionChange[],
): void {
  for (const [field, value] of Object.entries(part)) {
    const fieldPath = [...path, { field }];
    const record = asRecord(value);
    if (record) addContents(record, fieldPath, type, changes);
    if (!isList(value)) continue;
    for (const { step, entry } of keyedEntries(value, fieldPath, hasUniqueSteps(value)).values()) {
      const entryPath = [...path, step];
      if (isLocalizedText(entry)) {
        const text = localizedValue(entry);
        const [before, after] = type === 'added' ? [undefined, text] : [text, undefined];
        addValue({ path: entryPath, before, after, kind: 'texts' }, changes);
      } else if (isSamePart(entryPath, path)) addContents(entry, entryPath, type, changes);
      else addPart(entry, entryPath, type, changes);
    }
  }
}

/** The part of the venue that a path leads into: `length` is the number of steps to it. */
function partOf(path: Path): { kind: ChangeKind; key: string; length: number } {
  const [first, second] = path;
  const id = first?.id;
  if (id !== undefined && first?.field === 'areas')
    return second?.field === 'contentWidgets' && second.id !== undefined
      ? { kind: 'widgets', key: `${id}/${second.id}`, length: 2 }
      : { kind: 'areas', key: id, length: 1 };
  if (id !== undefined && first?.field === 'globalWidgets') return { kind: 'widgets', key: id, length: 1 };
  if (id !== undefined && first?.field === 'assets') return { kind: 'assets', key: id, length: 1 };
  return { kind: 'settings', key: first?.field ?? '', length: 1 };
}

function isSamePart(path: Path, other: Path): boolean {
  const [one, two] = [partOf(path), partOf(other)];
  return one.kind === two.kind && one.key === two.key;
}

/** The keys of the parts and texts that changed, by kind and type. */
function summarize(changes: readonly VersionChange[]): Pick<VersionDiff, ChangeKind> {
  const types = Object.fromEntries(
    changeKinds.map((kind) => [kind, new Map<string, VersionChange['type']>()]),
  ) as Record<ChangeKind, Map<string, VersionChange['type']>>;
  for (const { kind, type, path } of changes) {
    const part = partOf(path);
    const isPart = kind === 'texts' || (path.length === part.length && isWhole(path));
    const key = kind === 'texts' ? changeKey(path) : part.key;
    if (isPart || !types[kind].has(key)) types[kind].set(key, isPart ? type : 'changed');
  }
  const keysOf = (kind: ChangeKind) => {
    const having = (wanted: VersionChange['type']) =>
      [...types[kind]].flatMap(([key, type]) => (type === wanted ? [key] : [])).toSorted();
    return { added: having('added'), removed: having('removed'), changed: having('changed') };
  };
  return {
    areas: keysOf('areas'),
    widgets: keysOf('widgets'),
    texts: keysOf('texts'),
    assets: keysOf('assets'),
    settings: keysOf('settings'),
  };
}

/** Whether a path of one part's length is that of the part, not of an entry of a setting. */
function isWhole(path: Path): boolean {
  const [first] = path;
  return partOf(path).kind !== 'settings' || (first?.id === undefined && first?.locale === undefined);
}

/** The names of the parts on the paths and of those that values refer to; the newer ones, if a name changed. */
function namesFor(changes: readonly VersionChange[], before: JsonRecord, after: JsonRecord): ChangeNames {
  const needed = new Set<string>();
  for (const { path, before: old, after: next } of changes) {
    for (const [index, { field, id }] of path.entries()) {
      needed.add(changeKey(path.slice(0, index + 1)));
      needed.add(referencedKey(path, field, id ?? '') ?? '');
    }
    for (const value of [old, next])
      if (typeof value === 'string') needed.add(referencedKey(path, path.at(-1)?.field ?? '', value) ?? '');
  }
  const names: ChangeNames = {};
  for (const version of [before, after]) collectNames(version, [], needed, names);
  return names;
}

/** The names of the parts of an architecture that these paths lead through. */
export function namesOnPaths(paths: readonly Path[], architecture: JsonRecord): ChangeNames {
  const needed = paths.flatMap((path) => path.map((_, index) => changeKey(path.slice(0, index + 1))));
  const names: ChangeNames = {};
  collectNames(architecture, [], new Set(needed), names);
  return names;
}

/** Adds the names of the parts with these keys. The keys of the parts around a part are needed as well. */
function collectNames(value: JsonRecord, path: Path, needed: ReadonlySet<string>, names: ChangeNames): void {
  for (const [field, inner] of Object.entries(value)) {
    const fieldPath = [...path, { field }];
    const record = asRecord(inner);
    if (record) addName(record, fieldPath, needed, names);
    if (isList(inner))
      for (const { step, entry } of keyedEntries(inner, fieldPath, hasUniqueSteps(inner)).values())
        addName(entry, [...path, step], needed, names);
  }
}

function addName(value: JsonRecord, path: Path, needed: ReadonlySet<string>, names: ChangeNames): void {
  const key = changeKey(path);
  if (!needed.has(key)) return;
  const translated = value['names'] ?? value['labels'];
  const name = asString(value['name']) ?? asString(value['displayName']);
  if (isList(translated) && translated.length > 0) names[key] = translated as LocalizedText[];
  else if (name !== undefined) names[key] = name;
  collectNames(value, path, needed, names);
}

/** Compares two versions by ids, so that moving an entry does not change the others. */
import type { VersionDiff } from '@foyer/contract';
import { asRecord, asString, type JsonRecord } from '../check/untypedJson.ts';
import type { VersionContent } from '../store.ts';

type ComparableParts = Map<string, string>;
type PartKind = 'areas' | 'widgets' | 'texts' | 'assets' | 'settings';

/**
 * Compares areas and widgets (key `area/widget`, or the id alone for a global one) by their own fields, settings by the
 * name of the architecture's field, texts by path and locale, assets by their fields and generation. A changed text
 * counts only as a text.
 */
export function compareVersions(from: VersionContent, to: VersionContent): VersionDiff {
  const before = collectParts(from);
  const after = collectParts(to);
  const compared = (part: PartKind) => compare(before[part], after[part]);
  return {
    from: from.row.version,
    to: to.row.version,
    areas: compared('areas'),
    widgets: compared('widgets'),
    texts: compared('texts'),
    assets: compared('assets'),
    settings: compared('settings'),
  };
}

function compare(before: ComparableParts, after: ComparableParts): VersionDiff['areas'] {
  const inBoth = [...after.keys()].filter((key) => before.has(key));
  return {
    added: [...after.keys()].filter((key) => !before.has(key)).toSorted(),
    removed: [...before.keys()].filter((key) => !after.has(key)).toSorted(),
    changed: inBoth.filter((key) => before.get(key) !== after.get(key)).toSorted(),
  };
}

function collectParts({ venue, generations }: VersionContent): Record<PartKind, ComparableParts> {
  const parts = {
    areas: new Map(),
    widgets: new Map(),
    texts: new Map(),
    assets: new Map(),
    settings: new Map(),
  };
  for (const { areas, globalWidgets, ...settings } of venue.architectures) {
    for (const [name, value] of Object.entries(settings))
      if (!isTextList(value)) parts.settings.set(name, comparableForm(value));
    for (const widget of globalWidgets) parts.widgets.set(widget.id, comparableForm(widget));
    for (const { contentWidgets, ...area } of areas) {
      parts.areas.set(area.id, comparableForm(area));
      for (const widget of contentWidgets)
        parts.widgets.set(`${area.id}/${widget.id}`, comparableForm(widget));
    }
    collectTexts(parts.texts, { areas, globalWidgets, ...settings }, []);
  }
  for (const asset of venue.assets)
    parts.assets.set(asset.id, comparableForm({ ...asset, generation: generations.get(asset.id) }));
  collectTexts(parts.texts, { assets: venue.assets }, []);
  return parts;
}

/** Collects texts by path and locale, with ids instead of indexes: `areas/lobby/contentWidgets/poster/names/en`. */
function collectTexts(texts: ComparableParts, value: unknown, path: readonly string[]): void {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      const record = asRecord(entry);
      if (record === undefined) continue;
      if (isLocalizedText(record)) texts.set([...path, record.locale].join('/'), record.text);
      else
        collectTexts(texts, record, [
          ...path,
          asString(record['id']) ?? asString(record['key']) ?? String(index),
        ]);
    }
  } else {
    for (const [key, entry] of Object.entries(asRecord(value) ?? {}))
      if (typeof entry === 'object') collectTexts(texts, entry, [...path, key]);
  }
}

const isLocalizedText = (record: JsonRecord): record is { locale: string; text: string } =>
  typeof record['locale'] === 'string' && typeof record['text'] === 'string';

/** Whether a value is a list of texts, also an empty one: adding the first text counts only as a text. */
const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry) => isLocalizedText(asRecord(entry) ?? {}));

/** A value without its texts and with sorted keys, as a string to compare. */
const comparableForm = (value: unknown): string =>
  JSON.stringify(value, (_key, entry: unknown) => {
    const record = asRecord(entry);
    if (record === undefined) return entry;
    const kept = Object.entries(record).filter(([, field]) => !isTextList(field));
    return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });

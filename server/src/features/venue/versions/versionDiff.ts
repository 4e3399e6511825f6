/** What differs between two versions, by ids where things have them, so that moving something changes nothing else. */
import type { VersionDifference } from '@foyer/contract';
import { asRecord, asText, type Loose } from '../check/untypedJson.ts';
import type { VersionContent } from '../store.ts';

type Parts = Map<string, string>;
type Compared = 'areas' | 'widgets' | 'texts' | 'assets' | 'settings';

/**
 * Areas and widgets (`area/widget`, or the id alone for a global one) by their own fields, settings by the name of the
 * architecture's field, texts by path and locale, assets by what is said of them and their generation. A text that
 * changes is listed as a text alone.
 */
export function differenceOf(from: VersionContent, to: VersionContent): VersionDifference {
  const before = partsOf(from);
  const after = partsOf(to);
  const compared = (part: Compared) => compare(before[part], after[part]);
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

function compare(before: Parts, after: Parts): VersionDifference['areas'] {
  const inBoth = [...after.keys()].filter((key) => before.has(key));
  return {
    added: [...after.keys()].filter((key) => !before.has(key)).toSorted(),
    removed: [...before.keys()].filter((key) => !after.has(key)).toSorted(),
    changed: inBoth.filter((key) => before.get(key) !== after.get(key)).toSorted(),
  };
}

function partsOf({ venue, generations }: VersionContent): Record<Compared, Parts> {
  const parts = {
    areas: new Map(),
    widgets: new Map(),
    texts: new Map(),
    assets: new Map(),
    settings: new Map(),
  };
  for (const { areas, globalWidgets, ...settings } of venue.architectures) {
    for (const [name, value] of Object.entries(settings))
      if (!isTexts(value)) parts.settings.set(name, shapeOf(value));
    for (const widget of globalWidgets) parts.widgets.set(widget.id, shapeOf(widget));
    for (const { contentWidgets, ...area } of areas) {
      parts.areas.set(area.id, shapeOf(area));
      for (const widget of contentWidgets) parts.widgets.set(`${area.id}/${widget.id}`, shapeOf(widget));
    }
    gatherTexts(parts.texts, { areas, globalWidgets, ...settings }, []);
  }
  for (const asset of venue.assets)
    parts.assets.set(asset.id, shapeOf({ ...asset, generation: generations.get(asset.id) }));
  gatherTexts(parts.texts, { assets: venue.assets }, []);
  return parts;
}

/** Texts under their path and locale, with ids for indexes: `areas/lobby/contentWidgets/poster/names/en`. */
function gatherTexts(texts: Parts, value: unknown, path: readonly string[]): void {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      const record = asRecord(entry);
      if (record === undefined) continue;
      if (isLocalizedText(record)) texts.set([...path, record.locale].join('/'), record.text);
      else
        gatherTexts(texts, record, [...path, asText(record['id']) ?? asText(record['key']) ?? String(index)]);
    }
  } else {
    for (const [key, entry] of Object.entries(asRecord(value) ?? {}))
      if (typeof entry === 'object') gatherTexts(texts, entry, [...path, key]);
  }
}

const isLocalizedText = (record: Loose): record is { locale: string; text: string } =>
  typeof record['locale'] === 'string' && typeof record['text'] === 'string';

/** A list of texts, an empty list among them: that there is none yet is no difference but that of the texts. */
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry) => isLocalizedText(asRecord(entry) ?? {}));

/** A value without its texts and with its keys in order, as one comparable string. */
const shapeOf = (value: unknown): string =>
  JSON.stringify(value, (_key, entry: unknown) => {
    const record = asRecord(entry);
    if (record === undefined) return entry;
    const kept = Object.entries(record).filter(([, field]) => !isTexts(field));
    return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });

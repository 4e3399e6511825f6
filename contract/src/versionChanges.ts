/** Describes the differences between two versions in words, for the publication dialog and the command line. */
import type { ChangeNames, ChangeStep, ChangeValue, VersionChange } from './api.ts';
import type { LocalizedText } from './localized.ts';

/** `areas/lobby/names/en` */
export const changeKey = (path: readonly ChangeStep[]): string =>
  path.flatMap(({ field, id, locale }) => [field, id ?? locale ?? []].flat()).join('/');

/** The key in `ChangeNames` of what a value of a field refers to; undefined if it is no reference. */
export function referencedKey(path: readonly ChangeStep[], field: string, value: string): string | undefined {
  if (field === 'videoUrl')
    return value.startsWith('asset:') ? `assets/${value.slice('asset:'.length)}` : undefined;
  if (/^loginPage|^assets$|assetId$/i.test(field)) return `assets/${value}`;
  if (/^areaPositions$|areaId$/i.test(field)) return `areas/${value}`;
  const area = path[0]?.field === 'areas' ? path[0].id : undefined;
  // The viewpoint behind a door is in another area, which the path does not contain.
  return area !== undefined && ['placements', 'viewpointId', 'defaultViewpointId'].includes(field)
    ? `areas/${area}/viewPoints/${value}`
    : undefined;
}

/** Equal changes of the same field. */
export interface ChangeGroup extends Pick<VersionChange, 'type' | 'before' | 'after'> {
  /** The changed field, if the change has values. */
  readonly field: ChangeStep | undefined;
  /** The paths to the field, at least one; without a field, the path of the one part that changed. */
  readonly places: readonly (readonly ChangeStep[])[];
}

/** Groups equal changes, such as the new name of an area on each door to it. Keeps the order of the first ones. */
export function groupChanges(changes: readonly VersionChange[]): ChangeGroup[] {
  const groups = new Map<string, { group: ChangeGroup; places: (readonly ChangeStep[])[] }>();
  for (const { type, path, before, after } of changes) {
    const last = path.at(-1);
    const hasValue = before !== undefined || after !== undefined;
    // The entry of a list, such as the picture of a language, is a part of its own unless only the language identifies it.
    const field = hasValue && last?.id === undefined ? last : undefined;
    const place = field ? path.slice(0, -1) : path;
    const key = JSON.stringify([type, field ?? changeKey(path), before, after]);
    const known = groups.get(key);
    if (known) known.places.push(place);
    else {
      const places = [place];
      groups.set(key, { group: { type, before, after, field, places }, places });
    }
  }
  return [...groups.values()].map(({ group }) => group);
}

/** What descriptions need to know about the language of the reader. */
export interface ChangeLanguage {
  /** The words of a field: "Start area" for `defaultAreaId`. */
  readonly fieldWord: (field: string) => string;
  readonly languageName: (locale: string) => string;
  readonly select: (names: readonly LocalizedText[]) => string;
  /** Combines the words of a list with the name of its entry: Door “Lobby”. */
  readonly named: (word: string, name: string) => string;
  /** Adds the name of a language to the words of a field: Name (German). */
  readonly inLanguage: (word: string, language: string) => string;
  readonly formatNumber: (value: number) => string;
  /** Formats an instant, as in `2026-11-20T14:30:00Z`. */
  readonly formatInstant: (value: string) => string;
  readonly yes: string;
  readonly no: string;
  /** Stands for a text without characters. */
  readonly empty: string;
}

function nameIn(names: ChangeNames, key: string | undefined, language: ChangeLanguage): string {
  const name = key !== undefined && Object.hasOwn(names, key) ? names[key] : undefined;
  return (typeof name === 'string' ? name : name && language.select(name)) ?? '';
}

/** The words of each step of a path: `['Lobby', 'Door “Bar”', 'Name (German)']`. */
export function describePath(
  path: readonly ChangeStep[],
  names: ChangeNames,
  language: ChangeLanguage,
): string[] {
  return path.map(({ field, id, locale }, index) => {
    const word = language.fieldWord(field);
    if (locale !== undefined) return language.inLanguage(word, language.languageName(locale));
    if (id === undefined) return word;
    const ownName = nameIn(names, changeKey(path.slice(0, index + 1)), language);
    const name = ownName || nameIn(names, referencedKey(path, field, id), language) || id;
    return index === 0 && (field === 'areas' || field === 'assets') ? name : language.named(word, name);
  });
}

/** A value as a reader knows it: the name of a picture instead of its id. */
function describeValue(
  value: ChangeValue,
  path: readonly ChangeStep[],
  names: ChangeNames,
  language: ChangeLanguage,
): string {
  if (typeof value === 'number') return language.formatNumber(value);
  if (typeof value === 'boolean') return value ? language.yes : language.no;
  const field = path.at(-1)?.field ?? '';
  if (field === 'begin' || field === 'end') return language.formatInstant(value);
  return nameIn(names, referencedKey(path, field, value), language) || value || language.empty;
}

/** The values of a group in words. Different files with the same name are shown by their ids. */
export function describeValues(
  { field, places, before, after }: ChangeGroup,
  names: ChangeNames,
  language: ChangeLanguage,
): { before: string | undefined; after: string | undefined } {
  const path = [...(places[0] ?? []), ...(field ? [field] : [])];
  const [old, next] = [before, after].map((value) =>
    value === undefined ? undefined : describeValue(value, path, names, language),
  );
  return old === next ? { before: String(before), after: String(after) } : { before: old, after: next };
}

const excerptLength = 90;
const contextLength = 25;

const graphemes = new Intl.Segmenter();
/** Characters as a reader counts them: a cut must not split an emoji. */
const charactersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/**
 * The old and the new value, long ones cut to at most about 90 characters around their first difference. `isCut` says
 * whether either was cut.
 */
export function excerptChange(
  before: string,
  after: string,
): { before: string; after: string; isCut: boolean } {
  const [old, next] = [charactersOf(before), charactersOf(after)];
  const difference = old.findIndex((character, index) => character !== next[index]);
  const start = Math.max(
    0,
    (difference === -1 ? Math.min(old.length, next.length) : difference) - contextLength,
  );
  const cut = (characters: readonly string[]): string => {
    if (characters.length <= excerptLength) return characters.join('');
    const end = start + excerptLength;
    return `${start > 0 ? '…' : ''}${characters.slice(start, end).join('')}${end < characters.length ? '…' : ''}`;
  };
  const [cutBefore, cutAfter] = [cut(old), cut(next)];
  return { before: cutBefore, after: cutAfter, isCut: cutBefore !== before || cutAfter !== after };
}

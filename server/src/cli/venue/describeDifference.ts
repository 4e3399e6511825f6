/** The lines of `venue diff`: the changes of the publication dialog, in English. */
import {
  changeKinds,
  describePath,
  describeValues,
  groupChanges,
  isVenueField,
  selectLocalizedText,
  venueFieldWords,
  type ChangeGroup,
  type ChangeLanguage,
  type ChangeNames,
  type VersionDiff,
} from '@foyer/contract';

const languages = new Intl.DisplayNames(['en'], { type: 'language' });

const english: ChangeLanguage = {
  fieldWord: (field) => (isVenueField(field) ? venueFieldWords[field] : field),
  languageName: (locale) => languages.of(locale) ?? locale,
  select: (names) => selectLocalizedText(names, 'en'),
  named: (word, name) => `${word} “${name}”`,
  inLanguage: (word, language) => `${word} (${language})`,
  formatNumber: String,
  formatInstant: (value) => value,
  yes: 'yes',
  no: 'no',
  empty: '(empty)',
};

const signs = { added: '+', removed: '-', changed: '~' } as const;

export function describeDifference({ changes, names }: VersionDiff): string[] {
  return changeKinds.flatMap((kind) =>
    groupChanges(changes.filter((change) => change.kind === kind)).flatMap((group) =>
      groupLines(kind.replace(/s$/, ''), group, names),
    ),
  );
}

function groupLines(part: string, group: ChangeGroup, names: ChangeNames): string[] {
  const { type, field, places } = group;
  const [first = []] = places;
  const fieldSteps = field ? [field] : [];
  const words = (path: typeof first) => withoutControls(describePath(path, names, english).join(' › '));
  const isRepeated = places.length > 1;
  const head = `${signs[type]} ${part} ${words(isRepeated ? fieldSteps : [...first, ...fieldSteps])}`;
  if (group.before === undefined && group.after === undefined)
    return [type === 'changed' ? `${head}: new order` : head];
  const { before, after } = describeValues(group, names, english);
  const values = withoutControls([before ?? [], after ?? []].flat().join(' → '));
  if (!isRepeated) return [`${head}: ${values}`];
  return [
    `${head}: ${values} (${places.length} places)`,
    ...places.map((place) => `    ${words(place) || 'Venue'}`),
  ];
}

/** Texts of a venue must not control the terminal or change the order of what it shows. */
const withoutControls = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, (character) =>
    character === '\n' ? ' ' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

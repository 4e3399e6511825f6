/** What a profile is made of in a venue, and which values it takes: the same for the server and the form. */
import { privateInformationLength, profileValueLength } from './limits.ts';
import type { ProfileAttributes, ProfileKey } from './profile.ts';
import type { LocalizedText } from './localized.ts';
import type { UserProfileAttribute } from './venue.ts';

/** A field of the profiles of a venue. */
export interface ProfileField {
  readonly key: string;
  readonly kind: 'line' | 'link' | 'flag' | 'text';
  /** Whether its owner may change it here. */
  readonly editable: boolean;
  /** `networking`: whoever may read the profile, while its owner is open for networking. */
  readonly seenBy: 'everyone' | 'networking' | 'owner';
  /** The venue's own words for it; empty where the app has some. */
  readonly labels: readonly LocalizedText[];
}

const base: Readonly<Record<ProfileKey, Omit<ProfileField, 'key' | 'labels'>>> = {
  name: { kind: 'line', editable: true, seenBy: 'everyone' },
  email: { kind: 'line', editable: false, seenBy: 'networking' },
  company: { kind: 'line', editable: true, seenBy: 'everyone' },
  title: { kind: 'line', editable: true, seenBy: 'everyone' },
  socialMedia: { kind: 'link', editable: true, seenBy: 'networking' },
  openForNetworking: { kind: 'flag', editable: true, seenBy: 'everyone' },
  privateInformation: { kind: 'text', editable: true, seenBy: 'owner' },
};

/** A venue may rename a field of everybody, lock it or keep it from others; it never opens one. */
function narrowed(field: ProfileField, attribute: UserProfileAttribute | undefined): ProfileField {
  if (attribute === undefined) return field;
  const hidden = attribute.visible === false && (field.key === 'company' || field.key === 'title');
  return {
    ...field,
    labels: attribute.labels,
    editable: field.editable && attribute.editable !== false,
    seenBy: hidden ? 'owner' : field.seenBy,
  };
}

/**
 * The fields of a venue's profiles, in their order: those of everybody, then the venue's own. An own one can be changed
 * unless it says `editable: false`, and is seen by others where it says `visible: true`.
 */
export function profileFields(attributes: readonly UserProfileAttribute[]): ProfileField[] {
  const standard = Object.entries(base).map(([key, rules]) =>
    narrowed(
      { key, labels: [], ...rules },
      attributes.find((attribute) => attribute.key === key),
    ),
  );
  const own = attributes
    .filter(({ key }) => !Object.hasOwn(base, key))
    .map(({ key, labels, editable, visible }): ProfileField => ({
      key,
      kind: 'line',
      editable: editable !== false,
      seenBy: visible === true ? 'everyone' : 'owner',
      labels,
    }));
  return [...standard, ...own];
}

/** The longest value of a field, in characters. */
export const profileLimit = ({ kind }: Pick<ProfileField, 'kind'>): number =>
  kind === 'text' ? privateInformationLength : profileValueLength;

/** A value as it is kept: without what nobody sees at its ends. */
export const tidyProfileValue = (value: string): string => {
  const tidy = value.normalize('NFC').trim();
  return /^[\p{Z}\p{Cf}]*$/u.test(tidy) ? '' : tidy;
};

export type ProfileFault =
  /** Longer than `profileLimit`. */
  | 'tooLong'
  /** Control characters, signs that turn the direction of what follows, or towers of accents. */
  | 'unreadable'
  /** Not an address of the web, or one that carries a password. */
  | 'notALink';

const lineControls = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const textControls = /[\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]|(?![\n\t])\p{Cc}/u;
/** No script that people write sets more marks on one letter. */
const tower = /\p{M}{7}/u;

/** Why a value that was tidied cannot be kept, or undefined where it can. */
export function profileFault(field: Pick<ProfileField, 'kind'>, value: string): ProfileFault | undefined {
  if (value === '') return undefined;
  if (isLonger(value, profileLimit(field))) return 'tooLong';
  if ((field.kind === 'text' ? textControls : lineControls).test(value) || tower.test(value))
    return 'unreadable';
  return field.kind === 'link' && !isProfileLink(value) ? 'notALink' : undefined;
}

/** What somebody typed elsewhere as a line that can be kept: without unreadable signs, and no longer than there is room for. */
export const tidyLine = (text: string): string =>
  Array.from(
    text
      .normalize('NFC')
      .replaceAll(new RegExp(`(?:${lineControls.source}|\\s)+`, 'gu'), ' ')
      .replaceAll(/(\p{M}{6})\p{M}+/gu, '$1')
      .trim(),
  )
    .slice(0, profileValueLength)
    .join('');

/** Code points are counted, as a person would; what has twice as many units is longer for sure. */
const isLonger = (value: string, limit: number): boolean =>
  value.length > limit * 2 || (value.length > limit && Array.from(value).length > limit);

/** Whether this is an http or https address of a named host, without user name and password. */
export function isProfileLink(value: string): boolean {
  if (!/^https?:\/\//i.test(value)) return false;
  try {
    const { username, password, hostname } = new URL(value);
    return username === '' && password === '' && hostname.includes('.');
  } catch {
    return false;
  }
}

/** What counts for the completion of a profile: the parts by the key of their field, and `picture`. */
export function profileParts(
  fields: readonly ProfileField[],
  attributes: ProfileAttributes,
  hasPicture: boolean,
): { readonly part: string; readonly there: boolean }[] {
  const counted = fields.filter(
    ({ key, kind, editable }) =>
      (kind === 'line' || kind === 'link') && (editable || Boolean(attributes[key])) && key !== 'email',
  );
  return [
    { part: 'picture', there: hasPicture },
    ...counted.map(({ key }) => ({ part: key, there: Boolean(attributes[key]) })),
  ];
}

/** Per cent, as a whole number. */
export const completionOf = (parts: readonly { readonly there: boolean }[]): number =>
  Math.round((100 * parts.filter(({ there }) => there).length) / Math.max(1, parts.length));

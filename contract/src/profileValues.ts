/** The profile fields of a venue and the validation of their values, shared by the server and the form. */
import { privateInformationLength, profileValueLength } from './limits.ts';
import type { ProfileAttributes, ProfileKey } from './profile.ts';
import type { LocalizedText } from './localized.ts';
import type { UserProfileAttribute } from './venue.ts';

/** A profile field. */
export interface ProfileField {
  readonly key: string;
  readonly kind: 'line' | 'link' | 'flag' | 'text';
  /** Whether the owner may change it. */
  readonly editable: boolean;
  /** `networking`: everyone who may read the profile, while its owner is open for networking. */
  readonly visibleTo: 'everyone' | 'networking' | 'owner';
  /** The venue's labels; empty if the app's own label is used. */
  readonly labels: readonly LocalizedText[];
}

const standardFields: Readonly<Record<ProfileKey, Omit<ProfileField, 'key' | 'labels'>>> = {
  name: { kind: 'line', editable: true, visibleTo: 'everyone' },
  email: { kind: 'line', editable: false, visibleTo: 'networking' },
  company: { kind: 'line', editable: true, visibleTo: 'everyone' },
  title: { kind: 'line', editable: true, visibleTo: 'everyone' },
  socialMedia: { kind: 'link', editable: true, visibleTo: 'networking' },
  openForNetworking: { kind: 'flag', editable: true, visibleTo: 'everyone' },
  privateInformation: { kind: 'text', editable: true, visibleTo: 'owner' },
};

/**
 * Applies a venue's attribute to a standard field: it can relabel, lock or hide the field, but not open it to others.
 */
function restrictField(field: ProfileField, attribute: UserProfileAttribute | undefined): ProfileField {
  if (attribute === undefined) return field;
  const hidden = attribute.visible === false && (field.key === 'company' || field.key === 'title');
  return {
    ...field,
    labels: attribute.labels,
    editable: field.editable && attribute.editable !== false,
    visibleTo: hidden ? 'owner' : field.visibleTo,
  };
}

/**
 * The profile fields of a venue in order: the standard fields, then the venue's own. The venue's own fields are
 * editable unless `editable` is false, and visible to others only if `visible` is true.
 */
export function profileFields(attributes: readonly UserProfileAttribute[]): ProfileField[] {
  const standard = Object.entries(standardFields).map(([key, rules]) =>
    restrictField(
      { key, labels: [], ...rules },
      attributes.find((attribute) => attribute.key === key),
    ),
  );
  const own = attributes
    .filter(({ key }) => !Object.hasOwn(standardFields, key))
    .map(({ key, labels, editable, visible }): ProfileField => ({
      key,
      kind: 'line',
      editable: editable !== false,
      visibleTo: visible === true ? 'everyone' : 'owner',
      labels,
    }));
  return [...standard, ...own];
}

/** The maximum length of a value, in characters. */
export const maxProfileValueLength = ({ kind }: Pick<ProfileField, 'kind'>): number =>
  kind === 'text' ? privateInformationLength : profileValueLength;

/** Normalizes a value: NFC, trimmed, and empty if it contains only invisible characters. */
export const normalizeProfileValue = (value: string): string => {
  const tidy = value.normalize('NFC').trim();
  return /^[\p{Z}\p{Cf}]*$/u.test(tidy) ? '' : tidy;
};

export type ProfileValueError =
  /** Longer than `maxProfileValueLength`. */
  | 'tooLong'
  /** Control characters, bidirectional overrides, or more than six combining marks on one letter. */
  | 'unreadable'
  /** Not an http or https URL, or a URL with credentials. */
  | 'notALink';

const lineControls = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const textControls = /[\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]|(?![\n\t])\p{Cc}/u;
/** No written language uses more than six combining marks on one letter. */
const stackedMarks = /\p{M}{7}/u;

/** Why a normalized value is invalid, or undefined if it is valid. */
export function validateProfileValue(
  field: Pick<ProfileField, 'kind'>,
  value: string,
): ProfileValueError | undefined {
  if (value === '') return undefined;
  if (isLonger(value, maxProfileValueLength(field))) return 'tooLong';
  if ((field.kind === 'text' ? textControls : lineControls).test(value) || stackedMarks.test(value))
    return 'unreadable';
  return field.kind === 'link' && !isProfileLink(value) ? 'notALink' : undefined;
}

/**
 * Converts text from another system to a valid line: removes invalid characters and truncates to the maximum length.
 */
export const sanitizeLine = (text: string): string =>
  Array.from(
    text
      .normalize('NFC')
      .replaceAll(new RegExp(`(?:${lineControls.source}|\\s)+`, 'gu'), ' ')
      .replaceAll(/(\p{M}{6})\p{M}+/gu, '$1')
      .trim(),
  )
    .slice(0, profileValueLength)
    .join('');

/** Counts code points, but only if the number of UTF-16 code units does not decide it. */
const isLonger = (value: string, limit: number): boolean =>
  value.length > limit * 2 || (value.length > limit && Array.from(value).length > limit);

/** Whether this is an http or https URL with a domain name and without credentials. */
export function isProfileLink(value: string): boolean {
  if (!/^https?:\/\//i.test(value)) return false;
  try {
    const { username, password, hostname } = new URL(value);
    return username === '' && password === '' && hostname.includes('.');
  } catch {
    return false;
  }
}

/** The parts that count for the completion of a profile: keys of fields, and `picture`. */
export function profileCompletionParts(
  fields: readonly ProfileField[],
  attributes: ProfileAttributes,
  hasPicture: boolean,
): { readonly part: string; readonly present: boolean }[] {
  const counted = fields.filter(
    ({ key, kind, editable }) =>
      (kind === 'line' || kind === 'link') && (editable || Boolean(attributes[key])) && key !== 'email',
  );
  return [
    { part: 'picture', present: hasPicture },
    ...counted.map(({ key }) => ({ part: key, present: Boolean(attributes[key]) })),
  ];
}

/** The percentage of complete parts, rounded. */
export const profileCompletion = (parts: readonly { readonly present: boolean }[]): number =>
  Math.round((100 * parts.filter(({ present }) => present).length) / Math.max(1, parts.length));

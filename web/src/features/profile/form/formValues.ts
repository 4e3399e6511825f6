/** The values of the profile form: which have changed, and which are invalid. */
import {
  validateProfileValue,
  maxProfileValueLength,
  normalizeProfileValue,
  type ProfileAttributes,
  type ProfileData,
  type ProfileField,
} from '@foyer/contract';
import { textOf } from '../profileTexts.ts';

export type Values = Readonly<Record<string, string>>;

/** Why a value is invalid, with the parameters of the message. */
export type FieldError =
  | { readonly kind: 'tooLong'; readonly limit: number; readonly length: number }
  /** `emptied`: the user has removed their name. */
  | { readonly kind: 'unreadable' | 'notALink' | 'rejected' | 'emptied' };

/** The fields of the form. The email is changed in the account settings. */
export const formFields = (fields: readonly ProfileField[]): ProfileField[] =>
  fields.filter(({ key, kind }) => kind !== 'flag' && key !== 'email');

export const valuesOf = (fields: readonly ProfileField[], profile: ProfileData): Values =>
  Object.fromEntries(formFields(fields).map(({ key }) => [key, textOf(profile, key)]));

export const lengthOf = (value: string): number => Array.from(value).length;

/** @param saved the stored value */
export function errorOf(field: ProfileField, value: string, saved: string): FieldError | undefined {
  const normalized = normalizeProfileValue(value);
  if (field.key === 'name' && normalized === '' && saved !== '') return { kind: 'emptied' };
  const kind = validateProfileValue(field, normalized);
  if (kind === undefined) return undefined;
  return kind === 'tooLong'
    ? { kind, limit: maxProfileValueLength(field), length: lengthOf(normalized) }
    : { kind };
}

/** The values that differ from the stored profile, as they are sent. */
export function changesOf(
  fields: readonly ProfileField[],
  values: Values,
  profile: ProfileData,
): ProfileAttributes {
  return Object.fromEntries(
    formFields(fields)
      .filter(({ editable }) => editable)
      .map(({ key }) => [key, normalizeProfileValue(values[key] ?? '')] as const)
      .filter(([key, value]) => value !== textOf(profile, key)),
  );
}

/** Adds a scheme to a URL without one, such as `example.com/me`. */
export const completeUrl = (value: string): string => {
  const plain = value.trim();
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#]|$)/u.test(plain) ? `https://${plain}` : value;
};

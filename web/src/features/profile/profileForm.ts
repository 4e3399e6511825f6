/** The rules of the form: what has changed, and what is wrong with it before the server has to say so. */
import {
  profileFault,
  profileLimit,
  tidyProfileValue,
  type ProfileAttributes,
  type ProfileData,
  type ProfileField,
} from '@foyer/contract';
import { textOf } from './profileWords.ts';

export type Values = Readonly<Record<string, string>>;

/** Why a value is not taken, with what there is to say about it. */
export type Fault =
  | { readonly kind: 'tooLong'; readonly limit: number; readonly length: number }
  /** `emptied`: a name that one has given already. */
  | { readonly kind: 'unreadable' | 'notALink' | 'refused' | 'emptied' };

/** The fields that are written; the email is changed elsewhere, being open at once. */
export const written = (fields: readonly ProfileField[]): ProfileField[] =>
  fields.filter(({ key, kind }) => kind !== 'flag' && key !== 'email');

export const valuesOf = (fields: readonly ProfileField[], profile: ProfileData): Values =>
  Object.fromEntries(written(fields).map(({ key }) => [key, textOf(profile, key)]));

export const lengthOf = (value: string): number => Array.from(value).length;

/** @param saved what stands there until now */
export function faultOf(field: ProfileField, value: string, saved: string): Fault | undefined {
  const tidy = tidyProfileValue(value);
  if (field.key === 'name' && tidy === '' && saved !== '') return { kind: 'emptied' };
  const kind = profileFault(field, tidy);
  if (kind === undefined) return undefined;
  return kind === 'tooLong' ? { kind, limit: profileLimit(field), length: lengthOf(tidy) } : { kind };
}

/** What differs from the profile, as it is sent: nothing that was left as it is. */
export function changesOf(
  fields: readonly ProfileField[],
  values: Values,
  profile: ProfileData,
): ProfileAttributes {
  return Object.fromEntries(
    written(fields)
      .filter(({ editable }) => editable)
      .map(({ key }) => [key, tidyProfileValue(values[key] ?? '')] as const)
      .filter(([key, value]) => value !== textOf(profile, key)),
  );
}

/** Nobody types a scheme: `example.com/me` is meant as a web address. */
export const asAddress = (value: string): string => {
  const plain = value.trim();
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#]|$)/u.test(plain) ? `https://${plain}` : value;
};

/** Validation of login fields (LOGIN-05 to LOGIN-07). A rule returns an error, or undefined if the value is valid. */
import { fieldLength, passwordLengthMin, profileValueLength } from '@foyer/contract/limits';

export type FieldError =
  | { readonly kind: 'required' | 'email' | 'lettersAndDigits' | 'wholeNumber' | 'numberTooLarge' }
  | { readonly kind: 'tooLong' | 'tooShort'; readonly limit: number }
  | { readonly kind: 'domain'; readonly domains: string };
export type Rule = (value: string) => FieldError | undefined;

const emailPattern = /^[^\s@]+@[^\s@]+$/u;

export const required = (limit: number, rule?: Rule): Rule => {
  return (value) => {
    if (value === '') return { kind: 'required' };
    return value.length > limit ? { kind: 'tooLong', limit } : rule?.(value);
  };
};

/** Ignores spaces around a value, which may have been pasted. Not used for passwords. */
export const trimmed =
  (rule: Rule): Rule =>
  (value) =>
    rule(value.trim());

export const email: Rule = trimmed(
  required(fieldLength, (value) => (emailPattern.test(value) ? undefined : { kind: 'email' })),
);

/** An email at one of these domains, or at any domain if the list is empty. */
export const emailInDomains =
  (domains: readonly string[]): Rule =>
  (value) => {
    const error = email(value);
    const domain = value.trim().split('@').at(-1)?.toLowerCase();
    if (error || domains.length === 0 || domains.some((allowed) => allowed.toLowerCase() === domain))
      return error;
    return { kind: 'domain', domains: domains.join(', ') };
  };

export const password: Rule = required(fieldLength);

export const newPassword: Rule = required(fieldLength, (value) =>
  Array.from(value).length < passwordLengthMin ? { kind: 'tooShort', limit: passwordLengthMin } : undefined,
);

export const personName: Rule = trimmed(required(profileValueLength));

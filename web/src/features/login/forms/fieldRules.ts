/** Validation of login fields (LOGIN-05 to LOGIN-07). A rule returns an error, or undefined if the value is valid. */
import {
  fieldLength,
  passwordLengthMin,
  profileValueLength,
  registrationNumberMax,
} from '@foyer/contract/limits';

export type FieldError =
  | { readonly kind: 'required' | 'email' | 'lettersAndDigits' | 'wholeNumber' | 'numberTooLarge' }
  | { readonly kind: 'tooLong' | 'tooShort'; readonly limit: number }
  | { readonly kind: 'domain'; readonly domains: string };
export type Rule = (value: string) => FieldError | undefined;

const emailPattern = /^[^\s@]+@[^\s@]+$/u;

const required = (limit: number, rule?: Rule): Rule => {
  return (value) => {
    if (value === '') return { kind: 'required' };
    return value.length > limit ? { kind: 'tooLong', limit } : rule?.(value);
  };
};

/** Ignores spaces around a value, which may have been pasted. Not used for passwords. */
const trimmed =
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

export const confirmationNumber: Rule = trimmed(
  required(fieldLength, (value) => (/^[A-Za-z0-9]+$/.test(value) ? undefined : { kind: 'lettersAndDigits' })),
);

/** Replaces Arabic and Persian digits. */
const asciiDigits = (value: string): string =>
  value
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));

export const parseRegistrationNumber = (value: string): number => Number(asciiDigits(value.trim()));

export const registrationNumber: Rule = trimmed(
  required(fieldLength, (value) => {
    if (!/^\d+$/.test(asciiDigits(value))) return { kind: 'wholeNumber' };
    return parseRegistrationNumber(value) > registrationNumberMax ? { kind: 'numberTooLarge' } : undefined;
  }),
);

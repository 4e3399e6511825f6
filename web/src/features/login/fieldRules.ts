/** What may stand in the fields of the login (LOGIN-05 to LOGIN-07): each rule names the fault, or nothing. */
import {
  fieldLength,
  passwordLengthMin,
  profileValueLength,
  registrationNumberMax,
} from '@foyer/contract/limits';

export type Fault =
  | { readonly kind: 'required' | 'email' | 'lettersAndDigits' | 'wholeNumber' | 'numberTooLarge' }
  | { readonly kind: 'tooLong' | 'tooShort'; readonly limit: number }
  | { readonly kind: 'domain'; readonly domains: string };
export type Rule = (value: string) => Fault | undefined;

const loose = /^[^\s@]+@[^\s@]+$/u;

const within = (limit: number, rule?: Rule): Rule => {
  return (value) => {
    if (value === '') return { kind: 'required' };
    return value.length > limit ? { kind: 'tooLong', limit } : rule?.(value);
  };
};

/** Blanks around what somebody pasted are not theirs. Passwords are taken as they are. */
const trimmed =
  (rule: Rule): Rule =>
  (value) =>
    rule(value.trim());

export const email: Rule = trimmed(
  within(fieldLength, (value) => (loose.test(value) ? undefined : { kind: 'email' })),
);

/** An email at one of these domains; none: at any. */
export const emailAt =
  (domains: readonly string[]): Rule =>
  (value) => {
    const fault = email(value);
    const domain = value.trim().split('@').at(-1)?.toLowerCase();
    if (fault || domains.length === 0 || domains.some((allowed) => allowed.toLowerCase() === domain))
      return fault;
    return { kind: 'domain', domains: domains.join(', ') };
  };

export const password: Rule = within(fieldLength);

export const newPassword: Rule = within(fieldLength, (value) =>
  Array.from(value).length < passwordLengthMin ? { kind: 'tooShort', limit: passwordLengthMin } : undefined,
);

export const personName: Rule = trimmed(within(profileValueLength));

export const confirmationNumber: Rule = trimmed(
  within(fieldLength, (value) => (/^[A-Za-z0-9]+$/.test(value) ? undefined : { kind: 'lettersAndDigits' })),
);

/** The digits of Arabic and Persian keyboards are digits, too. */
const asciiDigits = (value: string): string =>
  value
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));

/** What stands in the field as the number that is sent. */
export const registrationNumberOf = (value: string): number => Number(asciiDigits(value.trim()));

export const registrationNumber: Rule = trimmed(
  within(fieldLength, (value) => {
    if (!/^\d+$/.test(asciiDigits(value))) return { kind: 'wholeNumber' };
    return registrationNumberOf(value) > registrationNumberMax ? { kind: 'numberTooLarge' } : undefined;
  }),
);

/** Validation of the numbers of tickets (LOGIN-05, LOGIN-06). */
import { fieldLength, registrationNumberMax } from '@foyer/contract/limits';
import { required, trimmed, type Rule } from './fieldRules.ts';

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

import { describe, expect, test } from 'vitest';
import { email, emailInDomains, newPassword, password, personName, type Rule } from './fieldRules.ts';
import { confirmationNumber, parseRegistrationNumber, registrationNumber } from './ticketRules.ts';

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const nothing = (count: number) => times(count, undefined);
const kinds = (rule: Rule, values: readonly string[]) => values.map((value) => rule(value)?.kind);

test('LOGIN-07a an email has one @ between two parts without spaces', () => {
  expect(kinds(email, ['a@b', 'a+tag@x.example', ' mara@x.example ', 'ünï@exämple.de'])).toEqual(nothing(4));
  expect(kinds(email, ['mara', '@x', 'a@', 'a b@x', 'a@b@c'])).toEqual(times(5, 'email'));
});

describe.each([
  ['an email', email, (length: number) => `${'a'.repeat(length - 4)}@x.y`],
  ['a password', password, (length: number) => 'p'.repeat(length)],
  ['a confirmation number', confirmationNumber, (length: number) => 'A1'.repeat(100).slice(0, length)],
])('%s', (_, rule, ofLength) => {
  test('LOGIN-07b is required and has under 128 characters', () => {
    expect(rule('')).toEqual({ kind: 'required' });
    expect(rule(ofLength(127))).toBeUndefined();
    expect(rule(ofLength(128))).toEqual({ kind: 'tooLong', limit: 127 });
  });
});

test('LOGIN-05a a confirmation number has letters and digits only', () => {
  expect(kinds(confirmationNumber, ['ABC123xyz', ' ABC123 '])).toEqual([undefined, undefined]);
  expect(kinds(confirmationNumber, ['ABC-123', 'ABC 123', 'ÄBC', 'A_B'])).toEqual(
    times(4, 'lettersAndDigits'),
  );
});

test('LOGIN-06a a registration number is a whole number from 0 to 2147483647', () => {
  expect(kinds(registrationNumber, ['0', '00', '2147483647', ' 7 '])).toEqual(nothing(4));
  expect(kinds(registrationNumber, ['2147483648', '99999999999999999999'])).toEqual([
    'numberTooLarge',
    'numberTooLarge',
  ]);
  expect(kinds(registrationNumber, ['-1', '1.5', '1e3', '0x10', 'abc'])).toEqual(times(5, 'wholeNumber'));
});

test('LOGIN-06b a registration number is required', () => {
  expect(kinds(registrationNumber, ['', '  '])).toEqual(['required', 'required']);
});

test('LOGIN-06c Arabic and Persian digits are accepted', () => {
  expect(registrationNumber('٢٦٠٠٠١')).toBeUndefined();
  expect([parseRegistrationNumber('٢٦٠٠٠١'), parseRegistrationNumber('۲۶')]).toEqual([260_001, 26]);
});

test('spaces in a password are kept', () => {
  expect(password('   ')).toBeUndefined();
});

test('a new password has at least ten characters, and an emoji counts as one', () => {
  expect(newPassword('nine char')).toEqual({ kind: 'tooShort', limit: 10 });
  expect(newPassword('ten charac')).toBeUndefined();
  expect(newPassword('🌙🌙🌙🌙🌙')).toEqual({ kind: 'tooShort', limit: 10 });
});

test('a registration may be limited to email addresses at certain domains', () => {
  const rule = emailInDomains(['northwind.example', 'example.org']);
  expect(rule('a@northwind.example')).toBeUndefined();
  expect(rule(' a@Example.ORG ')).toBeUndefined();
  expect(rule('a@evil-example.org')).toEqual({ kind: 'domain', domains: 'northwind.example, example.org' });
  expect(rule('a')).toEqual({ kind: 'email' });
  expect(emailInDomains([])('a@anywhere.example')).toBeUndefined();
});

test('a name is required and at most 255 characters long', () => {
  expect(kinds(personName, ['  ', 'Mara', 'm'.repeat(255), 'm'.repeat(256)])).toEqual([
    'required',
    undefined,
    undefined,
    'tooLong',
  ]);
});

import type { LoginConfiguration } from '@foyer/contract';
import { expect, test } from 'vitest';
import { loginOptionsOf, passwordConfiguration } from './loginOptions.ts';

const labels = {
  CVENT_LOGIN: 'Confirmation number',
  BIZZABO_LOGIN: 'Registration number',
  FIREBASE_OIDC: 'Company account',
  EMAIL_PASSWORD: 'Email and password',
};
const cvent: LoginConfiguration = { loginProvider: 'CVENT_LOGIN', idpProvider: [] };
const bizzabo: LoginConfiguration = { loginProvider: 'BIZZABO_LOGIN', idpProvider: [] };
const firebase = (...providers: readonly [string, string][]): LoginConfiguration => ({
  loginProvider: 'FIREBASE',
  idpProvider: providers.map(([providerID, displayName]) => ({ providerID, displayName })),
});
const namesOf = (...configurations: LoginConfiguration[]): string[] =>
  loginOptionsOf(configurations, labels).map(({ displayName }) => displayName);

test('LOGIN-01a options have the order Cvent, Bizzabo, OIDC, email and password, however configured', () => {
  const types = loginOptionsOf(
    [firebase(['password', 'Email'], ['corp', 'Northwind']), bizzabo, cvent],
    labels,
  ).map(({ loginType }) => loginType);
  expect(types).toEqual(['CVENT_LOGIN', 'BIZZABO_LOGIN', 'FIREBASE_OIDC', 'EMAIL_PASSWORD']);
});

test('LOGIN-01b an option is labelled with its displayName, or with the given label if it has none', () => {
  expect(
    namesOf(firebase(['corp', 'Northwind'], ['password', '']), { ...cvent, displayName: 'Ticket' }),
  ).toEqual(['Ticket', 'Northwind', 'Email and password']);
});

test('LOGIN-01c the provider `password` is EMAIL_PASSWORD, any other FIREBASE_OIDC', () => {
  expect(
    loginOptionsOf([firebase(['password', 'P'], ['Password', 'Q'], ['saml.corp', 'S'])], labels),
  ).toEqual([
    { loginType: 'FIREBASE_OIDC', displayName: 'Q', providerId: 'Password' },
    { loginType: 'FIREBASE_OIDC', displayName: 'S', providerId: 'saml.corp' },
    { loginType: 'EMAIL_PASSWORD', displayName: 'P', providerId: 'password' },
  ]);
});

test('LOGIN-01d providers of the same kind keep their configured order, without duplicates', () => {
  expect(namesOf(firebase(['b', 'B'], ['a', 'A']), firebase(['b', 'B again'], ['c', 'C']))).toEqual([
    'B',
    'A',
    'C',
  ]);
});

test('LOGIN-01e anonymous access has no button', () => {
  expect(namesOf({ loginProvider: 'ANONYMOUS', idpProvider: [] }, firebase(['password', 'Email']))).toEqual([
    'Email',
  ]);
});

test('LOGIN-12d a ticket platform has exactly one button, with or without email and password', () => {
  expect(namesOf(cvent, bizzabo)).toEqual(['Confirmation number', 'Registration number']);
  expect(namesOf(cvent, cvent, bizzabo, firebase(['password', 'Email']))).toEqual([
    'Confirmation number',
    'Registration number',
    'Email',
  ]);
});

test('LOGIN-12e without a ticket platform there is no button for one', () => {
  expect(namesOf(firebase(['password', 'Email']))).toEqual(['Email']);
});

test('LOGIN-04a the configuration of email and password is the one with the provider `password`', () => {
  const password = { ...firebase(['password', 'Email']), passwordReset: true };
  expect(passwordConfiguration([cvent, firebase(['corp', 'C']), password])).toBe(password);
  expect(passwordConfiguration([cvent])).toBeUndefined();
});

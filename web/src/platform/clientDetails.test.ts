import { appVersion, clientDetails } from '@foyer/contract';
import { expect, test } from 'vitest';
import { clientDetailsOf, type ClientSources } from './clientDetails.ts';

const sources: ClientSources = {
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.1 Safari/537.36',
  browserLanguage: 'de-AT',
  cookiesEnabled: true,
  venueLanguage: 'de',
  architectureId: 'nightfall',
  email: undefined,
  url: 'https://venue.example.org/v/nightfall/area/lobby?lang=de#x',
};

test('SHELL-01 the app is version 2.0.0', () => {
  expect(appVersion).toBe('2.0.0');
  expect(clientDetailsOf(sources).clientVersion).toBe('2.0.0');
});

test('SHELL-02a the details match the contract and contain only the path of the URL', () => {
  const details = clientDetailsOf(sources);
  expect(clientDetails.parse(details)).toEqual(details);
  expect(details).toMatchObject({
    browser: 'Chrome',
    browserVersion: '153.0.1',
    os: 'Linux',
    browserLanguage: 'de-AT',
    venueLanguage: 'de',
    architectureId: 'nightfall',
    clientURL: '/v/nightfall/area/lobby',
  });
});

test('SHELL-02b the user name is the email, ANONYM without one', () => {
  expect(clientDetailsOf(sources).clientUsername).toBe('ANONYM');
  expect(clientDetailsOf({ ...sources, email: 'ada@example.org' }).clientUsername).toBe('ada@example.org');
});

test.each([
  ['Edge', 'Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0.1'],
  ['Firefox', 'macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.2; rv:130.0) Gecko/20100101 Firefox/130.0'],
  [
    'Safari',
    'iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
  ],
  ['unknown', 'unknown', ''],
])('SHELL-02c %s on %s is detected from its user agent', (browser, os, userAgent) => {
  expect(clientDetailsOf({ ...sources, userAgent })).toMatchObject({ browser, os });
});

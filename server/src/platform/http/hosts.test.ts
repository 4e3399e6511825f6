import { expect, test } from 'vitest';
import { createHostCheck } from './hosts.ts';

const check = createHostCheck('https://venue.example:8443');
const codeFor = (...hosts: string[]) =>
  check({
    headers: hosts[0] === undefined ? {} : { host: hosts[0] },
    rawHeaders: hosts.flatMap((host) => ['Host', host]),
  })?.code;

test.each([
  'venue.example',
  'venue.example:8443',
  'VENUE.example:1',
  'localhost',
  'localhost:8080',
  'foyer.localhost:8080',
  '127.0.0.1:8080',
  '192.168.0.17',
  '[::1]:8080',
  '[fe80::1]',
])('the host %s is answered', (host) => {
  expect(codeFor(host)).toBeUndefined();
});

test.each([
  'attacker.example',
  'attacker.example:8443',
  'venue.example.attacker.example',
  'notlocalhost',
  'localhost.attacker.example',
  '127.0.0.1.attacker.example',
  'xn--vnue-9qa.example',
])('the host %s gets 421', (host) => {
  expect(codeFor(host)).toBe('unknownHost');
});

test.each([
  '',
  ' ',
  'venue.example/',
  'user@venue.example',
  'venue.example:port',
  '[::1',
  'venue.example, a.example',
])('the Host header %j is invalid', (host) => {
  expect(codeFor(host)).toBe('invalidInput');
});

test('two Host headers are invalid, even if both are equal', () => {
  expect(codeFor('venue.example', 'venue.example')).toBe('invalidInput');
  expect(codeFor('venue.example', 'attacker.example')).toBe('invalidInput');
});

test('a request of HTTP/1.0 without a Host header is answered', () => {
  expect(codeFor()).toBeUndefined();
});

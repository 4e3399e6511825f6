import { expect, test } from 'vitest';
import { createHostCheck } from './hosts.ts';

const check = createHostCheck({ publicUrl: 'https://venue.example:8443' });
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

const checkDemo = createHostCheck({ publicUrl: 'http://localhost:8080', mail: { kind: 'catch' } });

test.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])('a demo answers under %s', (host) => {
  expect(checkDemo({ headers: { host }, rawHeaders: ['Host', host] })).toBeUndefined();
});

test.each([
  { host: '192.168.0.17:8080' },
  { host: 'demo.example' },
  { host: 'localhost:8080', 'x-forwarded-for': '203.0.113.7' },
  { host: 'localhost:8080', 'x-forwarded-host': 'demo.example' },
  { host: 'localhost:8080', 'x-real-ip': '203.0.113.7' },
  { host: 'localhost:8080', 'cf-connecting-ip': '203.0.113.7' },
  { host: 'localhost:8080', forwarded: 'for=203.0.113.7' },
])('a demo does not answer a request of another machine: %j', (headers) => {
  expect(checkDemo({ headers, rawHeaders: Object.entries(headers).flat() })).toMatchObject({
    code: 'unknownHost',
    message: expect.stringContaining('public passwords'),
  });
});

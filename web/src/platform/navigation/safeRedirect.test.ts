import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeRedirect } from './safeRedirect.ts';

test.each([
  '/v/nightfall/area/lobby',
  '/v/nightfall/area/lobby?viewpoint=stage&lang=ar#here',
  '/v/nightfall',
  '/v/nightfall/area',
  '/v/nightfall/imprint',
  '/v/nightfall/privacy-policy',
  '/v/nightfall/area-whereby-meeting/lobby/meeting/one',
  '/nightfall/area/lobby',
])('ROUTE-11a %s is a path of this origin and is followed', (path) => {
  expect(safeRedirect(path, 'nightfall')).toBe(path);
  expect(safeRedirect(path, null)).toBe(path);
});

test.each([
  'https://evil.example',
  'https:evil.example',
  '//evil.example',
  '///evil.example/v/nightfall',
  '/\\evil.example',
  '/%09/evil.example',
  '/\t/evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '/v/nightfall/area/%0d%0aSet-Cookie:x',
  '\\\\evil.example',
  ' /v/nightfall',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'v/nightfall',
  '/v/nightfall/..//evil.example',
  '/v/nightfall/unknown/page',
  '/login?redirect=/login',
  '/work-in-progress',
  '/.well-known/x',
  '/@evil.example',
  '',
])('ROUTE-11b %j is ignored', (value) => {
  expect(safeRedirect(value, 'nightfall')).toBe('/');
});

// Each of these would be a known path without the character.
test.each(['\\', '%5c', '%5C', '%2f', '%2F', '%09', '%1f', '%7f', '\t', ' ', '\u0001'])(
  'ROUTE-11h a known path with %j is ignored',
  (character) => {
    expect(safeRedirect('/v/nightfall/area/evil.example', 'nightfall')).not.toBe('/');
    expect(safeRedirect(`/v/nightfall/area/${character}evil.example`, 'nightfall')).toBe('/');
    expect(safeRedirect(`/v/nightfall/area/lobby?x=${character}evil.example`, 'nightfall')).toBe('/');
  },
);

test.each([undefined, null, 7, ['/v/nightfall', '/v/nightfall'], { a: 1 }])(
  'ROUTE-11c the redirect %j is ignored',
  (value) => {
    expect(safeRedirect(value, 'nightfall')).toBe('/');
  },
);

test('ROUTE-11d a path of another venue leads to the root', () => {
  expect(safeRedirect('/v/other/area/lobby', 'nightfall')).toBe('/');
});

test('ROUTE-11e every result stays on this origin', () => {
  const own = 'https://venue.example.org';
  const prefix = fc.constantFrom(
    '',
    '/',
    '//',
    '/\\',
    'https://',
    '/v/nightfall/area/',
    '/v/nightfall/area/lobby?x=',
    '/v/',
  );
  fc.assert(
    fc.property(prefix, fc.string({ maxLength: 30 }), (start, rest) => {
      const path = safeRedirect(start + rest, null);
      expect(path.startsWith('/')).toBe(true);
      expect(new URL(path, own).origin).toBe(own);
    }),
    { numRuns: 500, seed: 26 },
  );
});

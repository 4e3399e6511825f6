import { expect, test } from 'vitest';
import { sanitizeRedirectPath } from './redirectPath.ts';

test.each([
  ['/v/fair/area/desk?coi=1', '/v/fair/area/desk'],
  ['/v/fair/area/desk?coi', '/v/fair/area/desk'],
  ['/v/fair/area/desk?lang=de&coi=1&view=text&coi=2#help', '/v/fair/area/desk?lang=de&view=text#help'],
  ['/v/fair/area/desk?%63oi=1', '/v/fair/area/desk'],
  ['/stage/v/fair?coi=1', '/stage/v/fair'],
  // Other parameters are kept as they are.
  ['/v/fair/area/desk?lang=coi&q=a%20b+c', '/v/fair/area/desk?lang=coi&q=a%20b+c'],
])('COI-03s the isolation of a page does not outlive a login: %s', (requested, path) => {
  expect(sanitizeRedirectPath(requested)).toBe(path);
});

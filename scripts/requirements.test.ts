import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The number of requirements in each family of the specification. */
const families = {
  ROUTE: 11,
  GUARD: 12,
  LOGIN: 21,
  SESSION: 10,
  VERSION: 9,
  AREA: 11,
  HEAD: 10,
  PAGE: 3,
  CONSENT: 15,
  COI: 3,
  MEET: 7,
  WIDGET: 26,
  BOARD: 10,
  WALL: 6,
  PDF: 1,
  PRESENCE: 6,
  PROFILE: 4,
  CHAT: 19,
  SEARCH: 5,
  TRACK: 12,
  LANG: 4,
  ERROR: 10,
  ASSET: 5,
  TIME: 1,
  CALL: 28,
  ROLE: 4,
  STATE: 4,
  BACKEND: 4,
  SHELL: 5,
  ENTITY: 3,
};

const specified = Object.entries(families).flatMap(([family, count]) =>
  Array.from({ length: count }, (_, index) => `${family}-${String(index + 1).padStart(2, '0')}`),
);
const written = [
  ...readFileSync(join(root, 'docs', 'requirements.md'), 'utf8').matchAll(/^\| ([A-Z]+-\d{2}) \|/gm),
].map((match) => match[1] ?? '');

test('docs/requirements.md contains every id of the specification once', () => {
  expect(written.toSorted()).toEqual(specified.toSorted());
});

const testFiles = globSync('{contract,server,web,demo,e2e,bench,scripts}/**/*.{test.ts,test.tsx,spec.ts}', {
  cwd: root,
  exclude: ['**/node_modules/**'],
});
/** Ids at the beginning of a string: titles of `test`, `describe`, `test.each` and of the tests' own functions. */
const claims = testFiles.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/['"`]((?:[A-Z]+-\d{2}[a-z]*[ ,]+)+)/g)].flatMap(
    (ids) =>
      [...(ids[1] ?? '').matchAll(/([A-Z]+-\d{2})([a-z]*)/g)].map(([, id = '', letter = '']) => ({
        id,
        letter,
        file,
      })),
  ),
);

test('no test title contains an unknown requirement id', () => {
  expect(testFiles.length).toBeGreaterThan(50);
  expect(claims.length).toBeGreaterThan(500);
  const strangers = claims.filter(
    ({ id }) => (id.split('-')[0] ?? '') in families && !specified.includes(id),
  );
  expect(strangers).toEqual([]);
});

test('each requirement id with a letter is in one test title only', () => {
  const byId = Map.groupBy(
    claims.filter(({ letter }) => letter !== ''),
    ({ id, letter }) => `${id}${letter}`,
  );
  const repeated = [...byId].flatMap(([id, same]) =>
    same.length > 1 ? [`${id} in ${same.map(({ file }) => file).join(', ')}`] : [],
  );
  expect(repeated).toEqual([]);
});

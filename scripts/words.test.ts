/** Checks that sources, documents and texts use plain English; words.txt lists words to avoid and better ones. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const words = readFileSync(join(root, 'scripts/words.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => {
    const [pattern = '', better = ''] = line.split(' | ');
    return { pattern: new RegExp(String.raw`\b(?:${pattern})\b`, 'gi'), better };
  });

/** Results keep their words. The glossary and the list itself name words to avoid. */
const exempt = ['bench/RESULTS.md', 'docs/glossary.md'];
const folders = '{contract,server,web,demo,e2e,bench,scripts,standins,docs}';
const files = globSync(
  [
    `*.{md,ts,yaml}`,
    'Dockerfile',
    `${folders}/**/*.{ts,tsx,mjs,css,md}`,
    'web/src/**/en.json',
    'web/src/**/en/*.json',
  ],
  { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', 'demo/assets/**'] },
).filter((file) => !exempt.includes(file));

/** Names are checked word by word. */
const splitNames = (line: string): string => line.replaceAll(/([a-z])([A-Z])/g, '$1 $2');

test('sources, documents and texts avoid the words of scripts/words.txt', () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        words.flatMap(({ pattern, better }) =>
          [...splitNames(line).matchAll(pattern)].map(
            ([word]) => `${file}:${index + 1}: “${word}”: write ${better}`,
          ),
        ),
      ),
  );
  expect(found).toEqual([]);
});

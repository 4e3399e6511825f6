/** Checks that sources and documents use plain English; words.txt lists words to avoid and better ones. */
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

/** Records of the past keep their words. The glossary lists words to avoid. */
const exempt = ['CHANGELOG.md', 'bench/RESULTS.md', 'docs/glossary.md'];
const files = globSync(
  '{*.md,*.ts,{contract,server,web,demo,e2e,bench,scripts,standins,docs}/**/*.{ts,tsx,md}}',
  {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  },
).filter((file) => !exempt.includes(file));

test('sources and documents avoid the words of scripts/words.txt', () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        words.flatMap(({ pattern, better }) =>
          [...line.matchAll(pattern)].map(([word]) => `${file}:${index + 1}: “${word}”: write ${better}`),
        ),
      ),
  );
  expect(found).toEqual([]);
});

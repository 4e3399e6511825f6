/**
 * Every regular expression of the product takes linear time: it is run on texts of 100,000 repetitions of the characters
 * that it mentions. Texts come from users, files and other servers, and a slow expression blocks the server or a tab.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const repetitions = 100_000;
/**
 * For all texts of an expression. The slowest linear one takes 300 ms in all on a quiet machine, a quadratic one many
 * seconds for each.
 */
const limitMs = 5_000;

interface Expression {
  readonly pattern: string;
  readonly flags: string;
  readonly file: string;
}

/** Files whose patterns may be slower, because their texts are the product's own or short. */
const exempt: Readonly<Record<string, string>> = {
  'server/src/platform/shell/indexPage.ts': 'the page as it was built',
  'server/src/features/session/parseUserAgent.ts': 'the first 500 characters of a header',
  'web/src/platform/clientDetails.ts': 'the user agent of the browser itself',
};

function expressionsIn(file: string): Expression[] {
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'RegExpLiteral' && 'pattern' in node && 'flags' in node)
      found.push({ pattern: String(node.pattern), flags: String(node.flags), file });
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseSync(readFileSync(join(root, file), 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') }));
  return found;
}

/** Characters that the classes of a pattern stand for. */
const examples: readonly (readonly [RegExp, string])[] = [
  [/\\s/, ' \t\n'],
  [/\\d|0-9/, '0'],
  [/\\w|a-z|\\p\{L/i, 'a'],
  [/\.|\[\^/, 'a\u0000'],
];

/** Texts to repeat: each character and each literal word of the pattern, alone and followed by another character. */
function seedsOf(pattern: string): string[] {
  const literals = pattern.replaceAll(/\\[pP]\{[^}]*\}|\\u\{?[\da-f]+\}?|\\x[\da-f]{2}|\\[a-zA-Z]/gi, ' ');
  const characters = new Set([...literals.replaceAll(/[\\()|*+?^${}]/g, '').split(''), '\u0000', ' ', '-']);
  for (const [mentioned, texts] of examples)
    if (mentioned.test(pattern)) for (const text of texts.split('')) characters.add(text);
  const words = literals.match(/[^\s\\()[\]|*+?^${}]{2,}/g) ?? [];
  const single = [...characters, ...words];
  return [...single, ...single.map((seed) => `${seed}\u0000`)];
}

/** What to repeat, and what stands before it: nothing, another character, or the first literal text of the pattern. */
function textsFor({ pattern }: Expression): [start: string, seed: string][] {
  const seeds = seedsOf(pattern);
  const first = /[^\s\\()[\]|*+?^${}]+/.exec(pattern.replace(/^\^/, ''))?.[0] ?? '<';
  return seeds.flatMap((seed) => ['', '\u0000', first].map((start): [string, string] => [start, seed]));
}

const sources = globSync('{contract,server,web}/src/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/*.test.{ts,tsx}', '**/testing/**'],
});
const expressions = [
  ...new Map(
    sources
      .flatMap(expressionsIn)
      .map((expression) => [`/${expression.pattern}/${expression.flags}`, expression]),
  ),
];

/** Runs in a context of its own, which can be stopped. `seed` tells afterwards where it was. */
const run = new Script(`
  const expression = new RegExp(pattern, flags);
  for ([start, seed] of texts) {
    expression.lastIndex = 0;
    expression.test(start + seed.repeat(repetitions / seed.length) + '\\0');
  }
`);

test('every regular expression takes linear time', () => {
  expect(expressions.length).toBeGreaterThan(200);
  const slow = expressions.flatMap(([name, expression]) => {
    if (exempt[expression.file] !== undefined) return [];
    const { pattern, flags, file } = expression;
    const context = createContext({ pattern, flags, repetitions, texts: textsFor(expression) });
    try {
      run.runInContext(context, { timeout: limitMs });
      return [];
    } catch {
      const { start, seed } = context as { start: string; seed: string };
      return [`${file}: ${name} is slow for ${JSON.stringify(start + seed)}… with ${repetitions} characters`];
    }
  });
  expect(slow).toEqual([]);
});

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { builtWidgetTypes } from '@foyer/contract';
import { demoVenue } from '../demo/venue.ts';
import { variables } from '../server/src/platform/config/variables.ts';

const root = join(import.meta.dirname, '..');
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/operating.md',
  'docs/logins.md',
  'docs/venue-file.md',
  'docs/promises.md',
  'docs/protocol.md',
];

test('docs/operating.md documents every setting', () => {
  const text = readFileSync(join(root, 'docs', 'operating.md'), 'utf8');
  expect(Object.keys(variables).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('docs/venue-file.md documents every widget that is built, and the demo venue shows it', () => {
  const text = readFileSync(join(root, 'docs', 'venue-file.md'), 'utf8');
  const demo = JSON.stringify(demoVenue);
  const errors = builtWidgetTypes.flatMap((type) => [
    ...(text.includes(`| \`${type}\` |`)
      ? []
      : [`The table of widgets in docs/venue-file.md has no row for ${type}`]),
    ...(demo.includes(`"type":"${type}"`) ? [] : [`demo/venue.ts has no widget of the type ${type}`]),
  ]);
  expect(errors).toEqual([]);
});

test.each(pages)('the links of %s are not broken', (page) => {
  const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
    (link) => link[1] ?? '',
  );
  expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
});

test('documented commands run the server with the Node that npm installs, because that of the machine may be older', () => {
  const node = 'node_modules/.bin/node';
  const { stdout } = spawnSync(join(root, node), ['--version']);
  expect(Number(/^v(\d+)/.exec(stdout.toString())?.[1])).toBeGreaterThanOrEqual(24);
  const commands = pages.flatMap(
    (page) => readFileSync(join(root, page), 'utf8').match(/^.*\bnode server\/.*$/gm) ?? [],
  );
  const outsideOfContainers = commands.filter((line) => !line.startsWith('docker '));
  expect(outsideOfContainers.length).toBeGreaterThan(2);
  expect(outsideOfContainers.filter((line) => !line.includes(`${node} server/`))).toEqual([]);
});

test('docs/protocol.md is up to date', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/protocol.ts'), '--check']);
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
});

test('each decision record has a number of its own, which is in its title', () => {
  const folder = join(root, 'docs', 'decisions');
  const records = readdirSync(folder).filter((name) => /^\d{3}-/.test(name));
  const numbers = records.map((name) => name.slice(0, 3));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  const titled = (name: string) =>
    readFileSync(join(folder, name), 'utf8').startsWith(`# ${name.slice(0, 3)}: `);
  expect(records.filter((name) => !titled(name))).toEqual([]);
});

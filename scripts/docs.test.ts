import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { builtWidgetTypes, defaultWidgetSettings, findWidgetManifest } from '@foyer/contract';
import { demoVenue } from '../demo/venue.ts';
import { checkVenue } from '../server/src/features/venue/check/checkVenue.ts';
import { variables } from '../server/src/platform/config/variables.ts';

const root = join(import.meta.dirname, '..');
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/operating.md',
  'docs/integrations.md',
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

type Json = Record<string, unknown>;
type Example = Json & { architectures: [Json & { areas: [Json & { viewPoints: [Json] }] }]; assets: Json[] };

const venuePage = readFileSync(join(root, 'docs', 'venue-file.md'), 'utf8');
const [firstVenue = '', ...parts] = [...venuePage.matchAll(/```json\n(.*?)```/gs)].map(
  ([, text = '']) => text,
);

/** The first venue of docs/venue-file.md with another example of that page: a widget, or fields of an entity. */
function venueWith(part: string): unknown {
  const venue = JSON.parse(firstVenue) as Example;
  const [architecture] = venue.architectures;
  const [area] = architecture.areas;
  const [viewPoint] = area.viewPoints;
  const example = JSON.parse(part.startsWith('{') ? part : `{${part}}`) as Json;
  if (typeof example['type'] === 'string') {
    if (findWidgetManifest(example['type'])?.scope === 'global') architecture['globalWidgets'] = [example];
    else area['contentWidgets'] = [example];
  } else {
    Object.assign('doors' in example || 'background' in example ? viewPoint : architecture, example);
  }
  const assetIds = [...part.matchAll(/"\w*[aA]ssetId": "([^"]+)"|"asset:([^"]+)"/g)].map(
    ([, id, inUrl]) => id ?? inUrl,
  );
  venue.assets.push(...assetIds.filter((id) => id !== 'hall.webp').map((id) => ({ id })));
  return venue;
}

test('the first venue of docs/venue-file.md is valid, without warnings', () => {
  expect(checkVenue(JSON.parse(firstVenue), defaultWidgetSettings)).toMatchObject({ ok: true, warnings: [] });
});

test('the other examples of docs/venue-file.md are valid in the first venue, and the invalid one has the documented error', () => {
  const errors = parts.map((part) => {
    const checked = checkVenue(venueWith(part), defaultWidgetSettings);
    // Content and its cookie providers are separate examples.
    const isExpected = ({ reason }: { reason: string }) =>
      /before attendees have consented|^no widget or background uses the provider/.test(reason);
    const found = checked.ok
      ? checked.warnings.filter((warning) => !isExpected(warning))
      : checked.errors.errors;
    return found.map(({ path, reason }) => `${path}: ${reason}`);
  });
  const [[invalid = ''] = [], ...others] = errors;
  expect(invalid).toContain('there is no area "garden"');
  expect(venuePage).toContain(`\nfair/venue.json: ${invalid}\n`);
  expect(others.filter((list) => list.length > 0)).toEqual([]);
});

test('docs/venue-file.md has an example of every widget that is built', () => {
  const types = parts.map((part) => /^ *\{.*?"type": "(\w+)"/s.exec(part)?.[1]);
  expect(builtWidgetTypes.filter((type) => !types.includes(type))).toEqual([]);
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

/**
 * Measures the gzipped size of what a first visit fetches, from the manifest of the build: for the shell (frame, header, one
 * language), for a 2D area, for the cookie banner over it, and for each widget when it is first shown. `--write` appends the
 * figures to RESULTS.md. Exits with 1 if a budget is exceeded, or if the first area downloads a widget.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { builtWidgetTypes } from '@foyer/contract';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const dist = join(import.meta.dirname, '..', 'web', 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

function chunk(key: string): Chunk {
  const found = manifest[key];
  if (!found) throw new Error(`the build has no ${key}`);
  return found;
}

/** Collects the files of a module and its static imports, which the browser fetches together. */
function closure(key: string, files = new Set<string>()): Set<string> {
  const { file, imports = [], css = [] } = chunk(key);
  if (files.has(file)) return files;
  files.add(file);
  for (const style of css) files.add(style);
  for (const next of imports) closure(next, files);
  return files;
}

const union = (...sets: readonly Set<string>[]): Set<string> => new Set(sets.flatMap((set) => [...set]));

function weigh(files: Set<string>): { script: number; style: number; requests: number } {
  const bytes = (ending: string) =>
    [...files]
      .filter((file) => file.endsWith(ending))
      .reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);
  return { script: bytes('.js'), style: bytes('.css'), requests: files.size };
}

function keyOf(name: string): string {
  const key = Object.keys(manifest).find((candidate) => manifest[candidate]?.name === name);
  if (key === undefined) throw new Error(`the build has no chunk ${name}`);
  return key;
}

const shell = union(closure('index.html'), closure(keyOf('language-en')));
const area = union(shell, closure(keyOf('area')));
const consentHost = keyOf('ConsentHost');

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
const rows = [
  { what: 'to the shell', files: shell, budget: 150_000 },
  { what: 'to a 2D area', files: area, budget: 230_000 },
  { what: 'the cookie banner itself', files: new Set([chunk(consentHost).file]), budget: 12_000 },
  {
    what: 'the cookie banner over a 2D area, with what all dialogs need',
    files: new Set([...closure(consentHost)].filter((file) => !area.has(file))),
    budget: 30_000,
  },
].map(({ what, files, budget }) => {
  const { script, style, requests } = weigh(files);
  const share = (script / budget).toFixed(2);
  return {
    over: script > budget,
    text: `  - ${what}: script ${kB(script)} gz (${share}x of ${kB(budget)}), style ${kB(style)} gz, ${requests} files`,
  };
});

const widgetHost = closure('src/widgets/host/WidgetHost.tsx');
/** Widgets are downloaded on top of a 2D area and their panel; the types of one kind share most of their files. */
const widgets = builtWidgetTypes.map((type) => {
  const key = `src/widgets/${type}/${type}.tsx`;
  const files = [...closure(key)].filter((file) => !area.has(file) && !widgetHost.has(file));
  const { script, style } = weigh(new Set(files));
  return {
    type,
    isEarly: area.has(chunk(key).file),
    text: `  | ${type} | ${kB(script)} | ${kB(style)} |`,
  };
});
const earlyWidgets = widgets.filter(({ isEarly }) => isEarly).map(({ type }) => type);

const day = new Date().toISOString().slice(0, 10);
const report = [
  `- ${day} \`npm run bench -- bundle\` (gzip 9, from the manifest of the build):`,
  ...rows.map(({ text }) => text),
  `  - each widget, on top of a 2D area and the panel; ${earlyWidgets.length === 0 ? 'none is' : `${earlyWidgets.join(', ')} is`} downloaded with the area:`,
  '',
  '  | widget | script, gz | style, gz |',
  '  |---|---|---|',
  ...widgets.map(({ text }) => text),
].join('\n');
console.log(report);
if (process.argv.includes('--write'))
  appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
if (rows.some(({ over }) => over) || earlyWidgets.length > 0) process.exitCode = 1;

/**
 * `npm test`: format, types, lint, import rules, the build, unit, server and component tests, and journeys. Each check
 * counts as one test; the last line is `N passed, N failed`. `npm test -- --only types,vitest` runs some of them. `npm
 * run test:full` adds all server tests on both engines and the short proofs.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describeMissing, permissions } from '../bench/proofs/permissions.ts';
import { browserPath } from '../e2e/harness/browser.ts';
import { memoryFolder } from '../server/src/testing/memoryFolder.ts';
import { ensurePeers } from './peers.ts';
import { readPlaywright, readVitest, slowest, type Report } from './testReports.ts';

const root = join(import.meta.dirname, '..');
const out = join(root, 'test-results');
const cores = availableParallelism();

interface Outcome {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  readonly report?: Report | undefined;
  /** The missing program and how to install it. */
  readonly notRun?: string;
}

interface Run {
  readonly code: number;
  readonly text: string;
  readonly seconds: number;
}

interface RunOptions {
  /** Whether the output is also printed to the terminal. */
  readonly shown: boolean;
  /** Environment variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

function run(name: string, command: readonly string[], { shown, env = {} }: RunOptions): Promise<Run> {
  const started = Date.now();
  const [program = '', ...args] = command;
  console.log(`▸ ${name}`);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Most of the start of a server, a worker thread or a command is compiling.
      env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env, ...env },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk;
        if (shown) process.stdout.write(chunk);
      });
    }
    child.on('error', (error) => resolve({ code: 127, text: String(error), seconds: 0 }));
    child.on('close', (code) => resolve({ code: code ?? 1, text, seconds: (Date.now() - started) / 1000 }));
  });
}

/** A check that counts as one test and passes if the command exits with 0. */
async function check(name: string, ...command: string[]): Promise<Outcome> {
  const { code, text, seconds } = await run(name, command, { shown: false });
  if (code !== 0) console.log(`${text}\n✗ ${name}`);
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, seconds };
}

/** The outcome of a test runner. No tests, or a failure without a failed test, counts as one failed test. */
function counted(name: string, { code, seconds }: Run, report: Report | undefined): Outcome {
  const { passed = 0, failed = 0 } = report ?? {};
  const isSilent = passed + failed === 0 || (code !== 0 && failed === 0);
  return { name, passed, failed: failed + (isSilent ? 1 : 0), seconds, report };
}

/** Component tests do not run at the same time as server tests, because waiting for a busy core could fail them. */
async function vitest(name: string, report: string, ...args: string[]): Promise<Outcome> {
  const file = join(out, report);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const done = await run(name, ['vitest', 'run', ...args, ...reporters], { shown: true });
  return counted(name, done, readVitest(file));
}

async function playwright(): Promise<Outcome> {
  const file = join(out, 'playwright.json');
  const memory = memoryFolder('journeys');
  if (memory !== undefined) mkdirSync(memory, { recursive: true });
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    // Chromium is unpacked once, outside of the temporary folder.
    ...(memory === undefined
      ? {}
      : { CHROME: process.env['CHROME'] ?? (await browserPath()), TMPDIR: memory }),
  };
  const command = ['playwright', 'test', '--reporter=line,json'];
  const done = await run('journeys', command, { shown: true, env });
  if (memory !== undefined) rmSync(memory, { recursive: true, force: true });
  return counted('journeys', done, readPlaywright(file));
}

/** The steps of an array run concurrently, the arrays one after another. */
const stages: readonly Readonly<Record<string, () => Promise<Outcome>>>[] = [
  {
    lint: () => check('lint', 'oxlint', '--type-aware', '--deny-warnings'),
    build: () => check('build', process.execPath, 'scripts/build.ts'),
  },
  {
    format: () => check('format', 'oxfmt', '--check'),
    types: () => check('types', 'tsc', '-b'),
    arrows: () => check('import arrows', process.execPath, 'scripts/arrows.ts'),
  },
  { vitest: () => vitest('unit and server tests', 'vitest.json', '--project', '!component') },
  {
    component: () =>
      vitest('component tests', 'component.json', '--project', 'component', `--maxWorkers=${cores}`),
  },
  { playwright },
];

const names = stages.flatMap((stage) => Object.keys(stage));
const only = process.argv.indexOf('--only');
const wanted = only === -1 ? names : (process.argv[only + 1] ?? '').split(',');
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown step: ${unknown.join(', ')}. Available steps: ${names.join(', ')}`);
  process.exit(64);
}
const isFull = process.argv.includes('--full');
if (isFull) process.env['FOYER_TEST_FULL'] = '1';

const started = Date.now();
mkdirSync(out, { recursive: true });
for (const file of ['vitest.json', 'component.json', 'playwright.json', 'summary.txt'])
  rmSync(join(out, file), { force: true });
const outcomes: Outcome[] = ensurePeers(wanted, isFull).map((notRun) => ({
  name: 'peers',
  passed: 0,
  failed: 1,
  seconds: 0,
  notRun,
}));
for (const stage of stages) {
  const steps = Object.entries(stage).filter(([name]) => wanted.includes(name));
  outcomes.push(...(await Promise.all(steps.map(([, step]) => step()))));
}

const reports = outcomes.flatMap(({ report }) => report ?? []);
if (reports.length > 0) console.log(`\nThe ten slowest tests:\n${slowest(reports).join('\n')}`);
console.log('');
for (const { name, passed, failed, seconds, notRun, report } of outcomes) {
  for (const failure of report?.failures ?? []) console.log(`  ✗ ${failure}`);
  const mark = failed === 0 ? '✓' : '✗';
  console.log(notRun ?? `${mark} ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(0)} s)`);
}
if (isFull && wanted.includes('vitest')) for (const line of describeMissing(permissions())) console.log(line);
console.log(`${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
const sum = (of: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[of], 0);
const summary = `${sum('passed')} passed, ${sum('failed')} failed`;
writeFileSync(join(out, 'summary.txt'), `${summary}\n`);
console.log(summary);
process.exitCode = sum('failed') === 0 ? 0 : 1;

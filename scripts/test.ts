/**
 * Everything `npm test` stands for, in one run: format, types, lint, import arrows, unit and server tests on both
 * engines, the build, and the browser tests. Each check counts as one; the last line is `N passed, N failed`.
 * `npm test -- --only types,vitest` runs a part of it.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { forbidden, permissions } from '../bench/proofs/permissions.ts';
import { ensurePeers } from './peers.ts';

const root = join(import.meta.dirname, '..');
const out = join(root, 'test-results');

interface Outcome {
  name: string;
  passed: number;
  failed: number;
  seconds: number;
  /** The titles of the tests that failed, each with its reason. */
  failures?: string[];
  /** What could not run, and how to get it. */
  notRun?: string;
}

function run(
  name: string,
  command: string[],
  quiet: boolean,
): Promise<{ code: number; text: string; seconds: number }> {
  const started = Date.now();
  const [program, ...args] = command as [string, ...string[]];
  console.log(`▸ ${name}`);
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: process.env });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk;
        if (!quiet) process.stdout.write(chunk);
      });
    }
    child.on('error', (error) => resolve({ code: 127, text: String(error), seconds: 0 }));
    child.on('close', (code) => resolve({ code: code ?? 1, text, seconds: (Date.now() - started) / 1000 }));
  });
}

/** A check that is one test: it passes when the command exits with 0. */
async function check(name: string, ...command: string[]): Promise<Outcome> {
  const { code, text, seconds } = await run(name, command, true);
  if (code !== 0) console.log(`${text}\n✗ ${name}`);
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, seconds };
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(join(out, file), 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/** A runner that counts its own tests; one that ran none, or failed without a failed test, is a failure. */
function counted(
  name: string,
  code: number,
  seconds: number,
  counts: { passed: number; failed: number; failures: string[] },
): Outcome {
  const { passed, failed, failures } = counts;
  const nothing = passed + failed === 0;
  const silent = code !== 0 && failed === 0;
  return { name, passed, failed: failed + (nothing || silent ? 1 : 0), seconds, failures };
}

/** One line on one failed test: what was looked at, expected and received are in the lines after the first. */
function failureLine(where: string, title: string, reason = ''): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return `${relative(root, where)} › ${title}: ${lines.slice(0, 8).join(' · ').slice(0, 500)}`;
}

async function vitest(): Promise<Outcome> {
  const report = 'vitest.json';
  const { code, seconds } = await run(
    'unit and server tests',
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(out, report)}`],
    false,
  );
  const read = readReport<{
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    testResults: {
      name: string;
      status: string;
      message?: string;
      assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
    }[];
  }>(report);
  const failures = (read?.testResults ?? []).flatMap((file) => {
    const inFile = file.assertionResults
      .filter(({ status }) => status !== 'passed')
      .map((one) => failureLine(file.name, one.fullName, one.failureMessages?.[0] ?? one.status));
    return inFile.length === 0 && file.status === 'failed'
      ? [failureLine(file.name, 'the file itself', file.message)]
      : inFile;
  });
  const failed = (read?.numFailedTests ?? 0) + (read?.numPendingTests ?? 0);
  return counted('vitest', code, seconds, { passed: read?.numPassedTests ?? 0, failed, failures });
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}
const failuresOf = (suite: Suite): string[] => [
  ...(suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status !== 'expected')
      .map((one) =>
        failureLine(
          join(root, 'e2e', spec.file),
          spec.title,
          one.results.find(({ error }) => error !== undefined)?.error?.message ?? one.status,
        ),
      ),
  ),
  ...(suite.suites ?? []).flatMap(failuresOf),
];

async function playwright(): Promise<Outcome> {
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = join(out, 'playwright.json');
  const { code, seconds } = await run('browser tests', ['playwright', 'test', '--reporter=line,json'], false);
  const read = readReport<
    Suite & { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }
  >('playwright.json');
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = read?.stats ?? {};
  return counted('playwright', code, seconds, {
    passed: expected,
    failed: unexpected + flaky + skipped,
    failures: read === undefined ? [] : failuresOf(read),
  });
}

const steps: Record<string, () => Promise<Outcome>> = {
  format: () => check('format', 'prettier', '--check', '--log-level=warn', '.'),
  types: () => check('types', 'tsc', '-b'),
  lint: () => check('lint', 'oxlint', '--type-aware', '--deny-warnings'),
  arrows: () => check('import arrows', process.execPath, 'scripts/arrows.ts'),
  build: () => check('build', process.execPath, 'scripts/build.ts'),
  vitest,
  playwright,
};

const wanted = process.argv.includes('--only')
  ? (process.argv[process.argv.indexOf('--only') + 1] ?? '').split(',')
  : Object.keys(steps);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(
    `No such part of the tests: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}`,
  );
  process.exit(64);
}

mkdirSync(out, { recursive: true });
for (const file of ['vitest.json', 'playwright.json', 'summary.txt'])
  rmSync(join(out, file), { force: true });
const missing = ensurePeers(wanted);
const outcomes: Outcome[] = missing.map((line) => ({
  name: 'peers',
  passed: 0,
  failed: 1,
  seconds: 0,
  notRun: line,
}));
for (const name of wanted) outcomes.push(await (steps[name] as () => Promise<Outcome>)());

console.log('');
for (const { name, passed, failed, seconds, notRun, failures = [] } of outcomes) {
  for (const failure of failures) console.log(`  ✗ ${failure}`);
  console.log(
    notRun ??
      `${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(0)} s)`,
  );
}
if (wanted.includes('vitest')) for (const line of forbidden(permissions())) console.log(line);
const total = outcomes.reduce(
  (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
  {
    passed: 0,
    failed: 0,
  },
);
const summary = `${total.passed} passed, ${total.failed} failed`;
writeFileSync(join(out, 'summary.txt'), `${summary}\n`);
console.log(summary);
process.exitCode = total.failed === 0 ? 0 : 1;

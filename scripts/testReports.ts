/** Reads the reports of the test runners: passed tests, failures and durations. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const root = join(import.meta.dirname, '..');

export interface Report {
  readonly passed: number;
  /** Skipped and flaky tests count as failed. */
  readonly failed: number;
  /** A line for each failed test: where, its title, the first lines of the reason. */
  readonly failures: readonly string[];
  readonly durations: readonly { readonly title: string; readonly seconds: number }[];
}

const readJson = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
};

function failureLine(where: string, title: string, reason = ''): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return `${relative(root, where)} › ${title}: ${lines.slice(0, 8).join(' · ').slice(0, 500)}`;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Vitest's JSON report; undefined if there is none. */
export function readVitest(file: string): Report | undefined {
  const read = readJson<VitestReport>(file);
  if (read === undefined) return undefined;
  const failures = read.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const inFile = assertionResults
      .filter((test) => test.status !== 'passed')
      .map((test) => failureLine(name, test.fullName, test.failureMessages?.[0] ?? test.status));
    return inFile.length === 0 && status === 'failed'
      ? [failureLine(name, 'the file itself', message)]
      : inFile;
  });
  const durations = read.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration = 0 }) => ({
      title: `${relative(root, name)} › ${fullName}`,
      seconds: duration / 1_000,
    })),
  );
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests + read.numPendingTests,
    failures,
    durations,
  };
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly {
        readonly duration: number;
        readonly error?: { readonly message?: string };
      }[];
    }[];
  }[];
}

type Spec = NonNullable<Suite['specs']>[number];
const specsOf = (suite: Suite): readonly Spec[] => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** Playwright's JSON report; undefined if there is none. */
export function readPlaywright(file: string): Report | undefined {
  const read = readJson<
    Suite & { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }
  >(file);
  if (read === undefined) return undefined;
  const specs = specsOf(read);
  const { expected, unexpected, flaky, skipped } = read.stats;
  return {
    passed: expected,
    failed: unexpected + flaky + skipped,
    failures: specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status !== 'expected')
        .map(({ status, results }) =>
          failureLine(
            join(root, 'e2e', spec.file),
            spec.title,
            results.find(({ error }) => error !== undefined)?.error?.message ?? status,
          ),
        ),
    ),
    durations: specs.flatMap((spec) =>
      spec.tests.map(({ results }) => ({
        title: `e2e/${spec.file} › ${spec.title}`,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1_000,
      })),
    ),
  };
}

/** The ten slowest tests of all reports, one line each. */
export const slowest = (reports: readonly Report[]): string[] =>
  reports
    .flatMap(({ durations }) => durations)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 10)
    .map(({ title, seconds }) => `  ${seconds.toFixed(1).padStart(5)} s  ${title.slice(0, 140)}`);

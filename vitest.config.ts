import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** A test that waits for something waits this long on a busy machine; what is quick stays quick. */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

/** Every server test runs on both engines: one project each, told apart by FOYER_TEST_ENGINE. */
const server = (engine: 'sqlite' | 'postgres') => ({
  test: {
    name: `server:${engine}`,
    root: 'server',
    include: ['src/**/*.test.ts'],
    env: { FOYER_TEST_ENGINE: engine },
    ...patience,
    globalSetup: ['src/testing/migrated.setup.ts'],
  },
});

export default defineConfig({
  test: {
    // One worker for each core: vitest itself leaves one free, which of two is half.
    maxWorkers: availableParallelism(),
    projects: [
      { test: { ...patience, name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      server('sqlite'),
      server('postgres'),
      { test: { ...patience, name: 'web', root: 'web', include: ['src/**/*.test.{ts,tsx}'] } },
      { test: { ...patience, name: 'demo', root: 'demo', include: ['**/*.test.ts'] } },
      {
        test: {
          name: 'proofs',
          root: 'bench',
          include: ['proofs/**/*.test.ts'],
          // They kill, trace and starve processes: one after the other.
          fileParallelism: false,
          testTimeout: 300_000,
        },
      },
      { test: { ...patience, name: 'scripts', root: 'scripts', include: ['*.test.ts'] } },
    ],
  },
});

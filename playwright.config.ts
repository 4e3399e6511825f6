import { defineConfig } from '@playwright/test';
import { browserPath, testFlags } from './e2e/harness/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  globalSetup: './e2e/harness/globalSetup.ts',
  workers: 2,
  retries: 0,
  // High limits, because a test with calls slows down the tests that run beside it on a busy machine.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['line']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // Tests of animations turn motion on.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs a seventh of the time; `npm run test:stress` records it.
    trace: 'off',
    launchOptions: { executablePath: await browserPath(), args: testFlags },
  },
});

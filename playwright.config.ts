import { defineConfig } from '@playwright/test';
import { browserFlags, browserPath } from './e2e/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  globalSetup: './e2e/globalSetup.ts',
  workers: 2,
  retries: 0,
  // What is quick stays quick; on a busy machine, beside a test with calls in it, nothing is.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['line']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // Motion is the subject of few tests, which ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Without pictures of every frame, which cost a seventh of the time: what stood in the page is kept.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true },
    launchOptions: { executablePath: await browserPath(), args: browserFlags },
  },
});

import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { browserPath, testFlags } from './e2e/harness/browser.ts';
import { builtApp, testVenues } from './scripts/builtApp.ts';
import { testPdfs } from './scripts/testPdfs.ts';
import { freePort } from './standins/freePort.ts';
import { outsideFlags, startOutside } from './standins/outside.ts';
import { zoomAccount } from './standins/zoomAccount.ts';
import { memoryFolder } from './server/src/testing/memoryFolder.ts';

/** A test that waits for something waits this long on a busy machine; what is quick stays quick. */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

/** FOYER_TEST_FULL=1 runs every server test on both engines, and the short forms of the promises. */
const full = process.env['FOYER_TEST_FULL'] === '1';

/** Every server test runs on SQLite; those whose outcome depends on the engine, `*.engines.test.ts`, on PostgreSQL too. */
const server = (engine: 'sqlite' | 'postgres') => {
  const memory = memoryFolder(engine);
  return {
    test: {
      name: `server:${engine}`,
      root: 'server',
      include: [full || engine === 'sqlite' ? 'src/**/*.test.ts' : 'src/**/*.engines.test.ts'],
      env: { FOYER_TEST_ENGINE: engine, ...(memory === undefined ? {} : { TMPDIR: memory }) },
      ...patience,
      // The files of a worker share their modules: loading them again costs more than most files.
      isolate: false,
      globalSetup: ['src/testing/migrated.setup.ts'],
    },
  };
};

/** The port of the hosts outside of the venue, which component tests can frame. */
const outsidePort = await freePort();
const outside: Plugin = {
  name: 'foyer-outside',
  configureServer: async () => void (await startOutside(outsidePort)),
};

/**
 * Each page of a component test lives for a second: code that is optimized for it costs more time than it saves, a fifth
 * of the renderer's.
 */
const scriptFlags = '--js-flags=--no-opt,--no-maglev';

/** Component tests: one page or part of the web app in a real Chromium, with a fake server (web/src/testing). */
const component = {
  plugins: [testPdfs, builtApp, outside],
  // A dependency found during the run would reload the page of a running test.
  optimizeDeps: {
    // CommonJS packages that component tests import, and zod, whose 92 modules each test file would request.
    include: [
      '@sinonjs/fake-timers',
      'axe-core',
      'jsqr',
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'use-sync-external-store/shim',
      'use-sync-external-store/shim/with-selector',
      'vitest-browser-react',
      'zod/mini',
    ],
    noDiscovery: true,
  },
  test: {
    ...patience,
    name: 'component',
    root: 'web',
    include: ['src/**/*.component.test.{ts,tsx}'],
    provide: { venues: await testVenues(), zoom: zoomAccount },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // Names match as in the journeys.
      locators: { exact: false },
      provider: playwright({
        launchOptions: {
          executablePath: await browserPath(),
          args: [...testFlags, scriptFlags, ...outsideFlags(outsidePort)],
        },
        contextOptions: { reducedMotion: 'reduce' as const, locale: 'en-GB' },
      }),
      instances: [{ browser: 'chromium' as const }],
      viewport: { width: 1440, height: 900 },
    },
  },
};

/** The short forms of the promises: they kill, trace and starve processes, one after the other. */
const proofs = {
  test: {
    name: 'proofs',
    root: 'bench',
    include: ['proofs/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
  },
};

export default defineConfig({
  test: {
    // One worker more than cores: tests wait for timers and other processes as well.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { ...patience, name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      server('sqlite'),
      server('postgres'),
      {
        test: {
          ...patience,
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['src/**/*.component.test.{ts,tsx}'],
        },
      },
      component,
      { test: { ...patience, name: 'demo', root: 'demo', include: ['**/*.test.ts'] } },
      ...(full ? [proofs] : []),
      { test: { ...patience, name: 'scripts', root: 'scripts', include: ['*.test.ts'] } },
    ],
  },
});

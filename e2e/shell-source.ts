/**
 * The app from its sources, over a real server: a test can do what no button does yet, such as raise an error, with the
 * very modules that the page runs.
 */
import { join } from 'node:path';
import { createServer } from 'vite';
import { freePort } from './foyer.ts';
import { test as base, type Page } from './harness.ts';

const web = join(import.meta.dirname, '..', 'web');
const proxied = ['/api', '/backend-assets', '/ui-config.json'];

export const test = base.extend<object, { source: string }>({
  source: [
    async ({ servers }, provide, { parallelIndex }) => {
      const foyer = await servers({});
      const port = await freePort();
      const server = await createServer({
        root: web,
        configFile: join(web, 'vite.config.ts'),
        cacheDir: join(web, '..', 'test-results', `vite-${parallelIndex}`),
        logLevel: 'error',
        server: {
          port,
          host: '127.0.0.1',
          strictPort: true,
          hmr: false,
          proxy: Object.fromEntries(proxied.map((path) => [path, { target: foyer.url, ws: true }])),
        },
      });
      await server.listen();
      await server.waitForRequestsIdle();
      await provide(`http://127.0.0.1:${port}`);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  allowed: async ({ source }, provide) => provide({ console: [], hosts: [new URL(source).host] }),
  baseURL: async ({ source }, provide) => provide(source),
});

/** What tests use of the app's modules, by the path of the source. */
interface Modules {
  '/src/platform/state/errors.ts': {
    raiseGlobalError(code: string, message: string, requestId?: string): void;
    suppressDefaultErrorDialog(on: boolean): void;
  };
  '/src/platform/state/user.ts': {
    useUser: { setState(state: object): void; getState(): { isLoggedIn: boolean } };
  };
  '/src/platform/api/client.ts': { call: (endpoint: object, input: object) => Promise<unknown> };
  '/src/platform/snackbars.ts': { showSnackbar(text: string, options: object): number };
  '/src/platform/dialogs.ts': { pushDialog(dialog: { id: string; close: () => void }): void };
  '/src/platform/navigation/widgetGuards.ts': {
    registerNavigationGuard(id: string): void;
    unregisterNavigationGuard(id: string): void;
  };
}

/** Runs in the page, with a module of the app and an argument. */
export async function inApp<Path extends keyof Modules, Argument, Result>(
  page: Page,
  path: Path,
  run: (app: Modules[Path], argument: Argument) => Result,
  argument?: Argument,
): Promise<Awaited<Result>> {
  const app = await page.evaluateHandle((from: string) => import(from) as Promise<Modules[Path]>, path);
  const result: unknown = await app.evaluate(run as never, argument as never);
  return result as Awaited<Result>;
}

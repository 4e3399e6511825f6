/**
 * Bundles the server with its packages into server/dist, for the journeys: they start dozens of servers, and loading the
 * sources takes half of a start. The tests of the process itself (server/src/main.test.ts, scripts/start.test.ts) run the
 * sources, as operators do.
 */
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'vite';

const server = join(import.meta.dirname, '..', 'server');
const sources = join(server, 'src');

/** Threads are started from files beside the code, which are files of the bundle here. */
const bundledThreads: Plugin = {
  name: 'foyer-bundled-threads',
  transform: {
    filter: { id: /\/server\/src\//, code: /\.worker\.ts/ },
    handler: (code) => code.replaceAll('.worker.ts', '.worker.js'),
  },
};

/** @returns the folder with main.js, the server, and cli.js, its commands */
export async function bundleServer(): Promise<string> {
  const threads = globSync('**/*.worker.ts', { cwd: sources, exclude: ['testing'] });
  await build({
    configFile: false,
    root: server,
    logLevel: 'warn',
    plugins: [bundledThreads],
    // The CommonJS builds of some packages require files by computed paths.
    resolve: { mainFields: ['module', 'main'] },
    // Packages with native code load it from their folders; pdfjs-dist has its fonts there, and zip.ts replaces a part of yazl.
    ssr: {
      noExternal: true,
      external: ['@napi-rs/canvas', '@node-rs/argon2', 'pdfjs-dist', 'pg-native', 'sharp', 'yazl'],
    },
    build: {
      ssr: true,
      target: 'node24',
      minify: false,
      // Servers of another run may be using the same files.
      emptyOutDir: false,
      rolldownOptions: {
        input: {
          main: join(sources, 'main.ts'),
          cli: join(sources, 'cli', 'main.ts'),
          ...Object.fromEntries(threads.map((file) => [basename(file, '.ts'), join(sources, file)])),
        },
        // All files in one folder, at the depth of `src`: the code finds threads and the web app relative to itself.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  return join(server, 'dist');
}

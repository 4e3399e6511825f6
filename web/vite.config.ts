import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { pdfFiles } from './pdfFiles.ts';

const server = `http://localhost:${process.env['PORT'] ?? 8080}`;
const fromServer = [
  '/api',
  '/stage/api',
  '/backend-assets',
  '/ui-config.json',
  '/stage/ui-config.json',
  '/stage-link',
];

const compress = promisify(brotliCompress);

/** Writes a `.br` file next to each script, style and WebAssembly module, with maximum compression. */
export const brotliBeside: Plugin = {
  name: 'foyer-brotli-beside',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(?:m?js|css|wasm)$/.test(name));
    await Promise.all(
      files.map(async (name) => {
        const file = join(dir, name);
        const content = await readFile(file);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        await writeFile(`${file}.br`, await compress(content, { params }));
      }),
    );
  },
};

/**
 * What the first page loads together with a part of the app. Of parts that few visits need, the imports load after them: the
 * list of the files of all parts would be 0.8 kB of every first visit.
 */
function preloadedWith(
  part: string,
  dependencies: string[],
  { hostId, hostType }: { readonly hostId: string; readonly hostType: 'html' | 'js' },
): string[] {
  const isFrequent = /\/(area|session|ConsentHost)-/.test(part);
  const isFromShell = hostType === 'js' && /\/index-/.test(hostId);
  return isFromShell && !isFrequent ? dependencies.filter((file) => file.endsWith('.css')) : dependencies;
}

/** The file of each CSS module by its name, which is a part of its classes. */
const cssModules = new Map<string, string>();

/** `.bar` of `composer.module.css` is `composer_bar` in the page, so that its source is found from there. */
function readableClass(local: string, file: string): string {
  const path = file.replace(/\?.*/, '');
  const name = basename(path, '.module.css');
  const other = cssModules.get(name) ?? path;
  // The development server keeps the path of a file that has moved.
  if (other !== path && existsSync(other))
    throw new Error(`Two CSS modules are named ${name}: ${other} and ${path}. Rename one.`);
  cssModules.set(name, path);
  return `${name}_${local}`;
}

export default defineConfig({
  plugins: [react(), tailwindcss(), pdfFiles, brotliBeside],
  css: { modules: { generateScopedName: readableClass } },
  resolve: {
    alias: [
      // The same hook without the shim for React before version 18.
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: true,
    modulePreload: { polyfill: false, resolveDependencies: preloadedWith },
    assetsInlineLimit: 0,
    // The panorama viewer is large; it is downloaded for panoramas only.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      checks: { pluginTimings: false, bundlerTimings: false },
      // Who imports the `index.ts` of a feature downloads only what they use of it.
      treeshake: { moduleSideEffects: [{ test: /\/features\/[^/]+\/index\.ts$/, sideEffects: false }] },
      output: {
        codeSplitting: {
          // Names the parts of the app that are downloaded together, no features: these follow their extension points.
          groups: [
            // Everything that the first page needs, in one file: fewer requests and better compression.
            { name: 'shell', tags: ['$initial'], priority: 4 },
            // Used by areas and the session: a chunk of their own, so that an area does not download the session.
            {
              name: 'shared',
              test: /\/backend\/tokenPayload\.ts$|\/drawer\/EdgeSwipe\.ts$|\/platform\/(sidePanels|storage\/userStorage|navigation\/widgetGuards|consent\/(openConsents|decisions|decisionStorage|useProviderNames))\.ts$/,
              priority: 4,
            },
            // The session and the login page are a file each.
            {
              name: 'session',
              test: /\/features\/session\/(model\/session|useOwnProfile)\.ts$|\/extensions\/(HeaderExtensions|SessionHosts)\.tsx$/,
              priority: 3,
            },
            { name: 'login', test: /\/routes\/login\/loginView\.tsx$/, priority: 2 },
            // Everything that an area needs in addition, with the code that reads venues.
            {
              name: 'area',
              test: /\/routes\/areaView\.tsx$|\/venue\/readVenue\.ts$/,
              priority: 1,
            },
            // A first visit asks for consent in a dialog: one request for what all dialogs need.
            { name: 'dialog', test: /\/@base-ui\/react\/dialog\// },
          ],
        },
      },
    },
  },
  server: {
    // The Host header is kept: the server accepts sessions and connections only from pages of its own origin.
    proxy: Object.fromEntries(fromServer.map((path) => [path, { target: server, ws: true }])),
  },
});

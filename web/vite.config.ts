import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

/** Puts a `.br` beside each script and style, as small as brotli makes them: no visitor should wait for that. */
const brotliBeside: Plugin = {
  name: 'foyer-brotli-beside',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name));
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

export default defineConfig({
  plugins: [react(), tailwindcss(), brotliBeside],
  resolve: {
    alias: [
      // The same hook without what it needs for the React before 18.
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
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The panorama viewer is large, and comes only where there is a panorama.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      checks: { pluginTimings: false, bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            // All that the first page needs in one file: fewer requests, and it packs better.
            { name: 'shell', tags: ['$initial'], priority: 3 },
            // Areas and sessions both use these: an area does not bring the session along for them.
            {
              name: 'token',
              test: /\/backend\/tokenPayload\.ts$|\/platform\/time\/retryTimer\.ts$/,
              priority: 3,
            },
            // What belongs to a session, and what one signs in with, is a file each.
            {
              name: 'session',
              test: /\/platform\/session\/session\.ts$|\/extensions\/(HeaderExtensions|SessionHosts)\.tsx$|\/features\/profile\/ProfileLoader\.tsx$/,
              priority: 2,
            },
            { name: 'login', test: /\/routes\/login\/loginView\.tsx$/, priority: 1 },
            // And all that an area needs beyond it, in another, with what reads the venue that it is in.
            { name: 'area', test: /\/routes\/areaView\.tsx$|\/venue\/readVenue\.ts$/ },
          ],
        },
      },
    },
  },
  server: {
    // The host stays the page's own: what opens a session or a connection comes from a page of the server's origin.
    proxy: Object.fromEntries(fromServer.map((path) => [path, { target: server, ws: true }])),
  },
});

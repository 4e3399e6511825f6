/**
 * The build of `zoom.html`, the page of Zoom meetings, which the widget frames. A build of its own, because a second page in
 * the app's build would change how the app is split into files, and its first page would load more.
 */
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { brotliBeside } from './vite.config.ts';

export default defineConfig({
  publicDir: false,
  plugins: [brotliBeside],
  build: {
    target: 'es2023',
    // The app's build is there already.
    emptyOutDir: false,
    sourcemap: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { input: join(import.meta.dirname, 'zoom.html') },
  },
});

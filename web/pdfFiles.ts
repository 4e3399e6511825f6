/**
 * The files that pdf.js loads by name while it reads a PDF: character maps of Asian fonts, the standard fonts, decoders, a
 * color profile and the icons of notes, with their licenses. A Vite plugin serves them, and adds them to the build.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Plugin } from 'vite';

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const root = dirname(manifest);
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

/** The version is part of the address, because browsers cache what is below `/assets/` for a year. */
const folder = `assets/pdfjs-${version}`;

/**
 * By folder of the package and of the address: which files. Without the sandbox for scripts of PDFs (`quickjs`), because
 * these do not run, and without the decoders for browsers that have no WebAssembly.
 */
const wanted = [
  { from: '.', to: '', pattern: /^LICENSE$/ },
  { from: 'cmaps', to: 'cmaps', pattern: /./ },
  { from: 'standard_fonts', to: 'standard_fonts', pattern: /./ },
  { from: 'iccs', to: 'iccs', pattern: /./ },
  { from: 'wasm', to: 'wasm', pattern: /^(?!.*quickjs).*(?:\.wasm$|^LICENSE)/i },
  { from: 'legacy/web/images', to: 'images', pattern: /^annotation-.*\.svg$/ },
] as const;

/** The files by their path below the root of the website. */
const files = new Map(
  wanted.flatMap(({ from, to, pattern }) =>
    readdirSync(join(root, from), { withFileTypes: true })
      .filter((entry) => entry.isFile() && pattern.test(entry.name))
      .map(({ name }) => [join(folder, to, name), join(root, from, name)] as const),
  ),
);

const types: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

export const pdfFiles: Plugin = {
  name: 'foyer-pdf-files',
  configureServer: ({ middlewares }) =>
    void middlewares.use((request, response, next) => {
      const path = (request.url ?? '').split('?')[0]?.slice(1) ?? '';
      const file = files.get(path);
      if (file === undefined) {
        next();
        return;
      }
      response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
      response.end(readFileSync(file));
    }),
  generateBundle() {
    for (const [fileName, file] of files)
      this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
  },
};

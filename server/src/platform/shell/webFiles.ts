/**
 * The files of the built web app, read once. Files that the build has not compressed are compressed at their first
 * request and cached.
 */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { inertPolicy, type HeaderKinds } from '#platform/http/headers';
import { makeReady, type ReadyAnswer } from '#platform/http/hot/readyAnswer';
import { readPieces, type Pieces } from '#platform/shell/buildPieces';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
};
/** Types that are compressed already. */
const packed = new Set(['.png', '.jpg', '.webp', '.avif', '.woff2', '.woff']);
/** Types that a browser would render as a page, with scripts. */
const documents = new Set(['.svg', '.html']);

export interface WebFiles {
  readonly index: string;
  readonly pieces: Pieces;
  /** A file by its path, such as `/assets/index-1a2b.js`; undefined if it does not exist. */
  file(path: string): Promise<ReadyAnswer> | undefined;
  /** The same, only if it is prepared already. */
  fileNow(path: string): ReadyAnswer | undefined;
}

/** Undefined if the web app has not been built. */
export async function readWebFiles(folder: string, kinds: HeaderKinds): Promise<WebFiles | undefined> {
  const entries = await list(folder);
  const contents = new Map<string, Buffer>();
  for (const file of entries)
    contents.set(`/${relative(folder, file).split(sep).join('/')}`, await readFile(file));
  const index = contents.get('/index.html');
  if (index === undefined) return undefined;
  contents.delete('/index.html');
  const compressed = takeCompressed(contents);
  const ready = new Map<string, ReadyAnswer>();
  const making = new Map<string, Promise<ReadyAnswer>>();
  const make = async (path: string, content: Buffer): Promise<ReadyAnswer> => {
    const answer = await makeFile({ path, body: content, brotli: compressed.get(path) }, kinds);
    ready.set(path, answer);
    return answer;
  };
  return {
    index: index.toString(),
    pieces: readPieces(contents.get('/.vite/manifest.json')?.toString()),
    fileNow: (path) => ready.get(path),
    file: (path) => {
      const content = contents.get(path);
      if (content === undefined) return undefined;
      const answer = making.get(path) ?? make(path, content);
      making.set(path, answer);
      return answer;
    },
  };
}

/** The build writes a compressed form `.br` beside a file; it has no URL of its own. */
function takeCompressed(contents: Map<string, Buffer>): Map<string, Buffer> {
  const compressed = new Map<string, Buffer>();
  for (const [path, content] of contents) {
    if (!path.endsWith('.br')) continue;
    compressed.set(path.slice(0, -'.br'.length), content);
    contents.delete(path);
  }
  return compressed;
}

interface WebFile {
  readonly path: string;
  readonly body: Buffer;
  readonly brotli: Buffer | undefined;
}

/** Vite puts content hashes into the names under /assets/, so these files never change. */
const makeFile = ({ path, body, brotli }: WebFile, kinds: HeaderKinds): Promise<ReadyAnswer> => {
  const extension = extname(path);
  return makeReady(
    {
      body,
      contentType: types[extension] ?? 'application/octet-stream',
      cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      compress: !packed.has(extension),
      quality: 9,
      brotli,
      ...(documents.has(extension) ? { headers: { 'content-security-policy': inertPolicy } } : {}),
    },
    kinds.file,
  );
};

async function list(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    // Files whose name begins with a dot are metadata of the build.
    return entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw fault;
  }
}

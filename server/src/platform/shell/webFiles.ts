/**
 * The files of the built web app, read once. Files that the build has not compressed are compressed at their first
 * request and cached.
 */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { inertPolicy, type HeaderKinds } from '#platform/http/headers';
import { prepareResponse, type PreparedResponse } from '#platform/http/hot/preparedResponse';
import { readChunks, type Chunks } from '#platform/shell/buildChunks';

const mediaTypes: Readonly<Record<string, string>> = {
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
const compressedTypes = new Set(['.png', '.jpg', '.webp', '.avif', '.woff2', '.woff']);
/** Types that a browser would render as a page, with scripts. */
const documentTypes = new Set(['.svg', '.html']);

export interface WebFiles {
  readonly index: string;
  readonly chunks: Chunks;
  /** A file by its path, such as `/assets/index-1a2b.js`; undefined if it does not exist. */
  file(path: string): Promise<PreparedResponse> | undefined;
  /** Like `file`, but undefined if the response is not prepared yet. */
  preparedFile(path: string): PreparedResponse | undefined;
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
  const compressed = extractCompressed(contents);
  const prepared = new Map<string, PreparedResponse>();
  const preparing = new Map<string, Promise<PreparedResponse>>();
  const prepare = async (path: string, content: Buffer): Promise<PreparedResponse> => {
    const response = await makeFile({ path, body: content, brotli: compressed.get(path) }, kinds);
    prepared.set(path, response);
    return response;
  };
  return {
    index: index.toString(),
    chunks: readChunks(contents.get('/.vite/manifest.json')?.toString()),
    preparedFile: (path) => prepared.get(path),
    file: (path) => {
      const content = contents.get(path);
      if (content === undefined) return undefined;
      const response = preparing.get(path) ?? prepare(path, content);
      preparing.set(path, response);
      return response;
    },
  };
}

/** Removes the compressed copies `.br`, which the build writes beside the files and which have no URL of their own. */
function extractCompressed(contents: Map<string, Buffer>): Map<string, Buffer> {
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
const makeFile = ({ path, body, brotli }: WebFile, kinds: HeaderKinds): Promise<PreparedResponse> => {
  const extension = extname(path);
  return prepareResponse(
    {
      body,
      contentType: mediaTypes[extension] ?? 'application/octet-stream',
      cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      compress: !compressedTypes.has(extension),
      quality: 9,
      brotli,
      ...(documentTypes.has(extension) ? { headers: { 'content-security-policy': inertPolicy } } : {}),
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
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

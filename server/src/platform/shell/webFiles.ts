/**
 * The files of the built web app, read once. Files that the build has not compressed are compressed at their first
 * request and cached.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { zoomPagePath } from '@foyer/contract';
import { isCompressed, isDocument, mediaTypeOf } from '#platform/files/mediaTypes';
import { inertPolicy, pdfWorkerPolicy, type HeaderKinds } from '#platform/http/headers';
import { prepareResponse, type PreparedResponse } from '#platform/http/hot/preparedResponse';
import { readChunks, type Chunks } from '#platform/shell/buildChunks';

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

/** The name that the build gives to the worker of pdf.js (web/src/platform/pdf/openAttempt.ts). */
const pdfWorker = /^\/assets\/pdf\.worker\b[\w.-]*\.mjs$/;

/** The policy of a file that could run scripts outside of the app's pages; the Zoom page has that of its headers. */
function policyOf(path: string): string | undefined {
  if (pdfWorker.test(path)) return pdfWorkerPolicy;
  return isDocument(path) && path !== zoomPagePath ? inertPolicy : undefined;
}

/** Vite puts content hashes into the names under /assets/, so these files never change. */
const makeFile = ({ path, body, brotli }: WebFile, kinds: HeaderKinds): Promise<PreparedResponse> => {
  const policy = policyOf(path);
  return prepareResponse(
    {
      body,
      contentType: mediaTypeOf(path),
      cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      compress: !isCompressed(path),
      quality: 9,
      brotli,
      ...(policy === undefined ? {} : { headers: { 'content-security-policy': policy } }),
    },
    path === zoomPagePath ? kinds.zoomPage : kinds.file,
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

/** Zoom's Meeting SDK as `installZoomSdk.ts` leaves it in the data folder: its version, and its files for browsers. */
import type { IncomingHttpHeaders } from 'node:http';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as z from 'zod/mini';
import { isDocument, mediaTypeOf } from '#platform/files/mediaTypes';
import { selectPart } from '#platform/files/respondWithBytes';
import { inertPolicy, type Headers } from '#platform/http/headers';
import { encodingFor } from '#platform/http/hot/preparedResponse';
import type { RawResponse } from '#platform/http/route';

/** In the data folder. */
export const zoomSdkFolder = 'zoom-sdk';
/** Names the folder of the installed version; replaced as a whole. */
export const zoomSdkPointer = 'installed.json';

/** Part of URLs and of file names. */
export const sdkVersion = z.string().check(z.regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/));
const pointerSchema = z.object({ version: sdkVersion, folder: z.string().check(z.regex(/^sdk-\w+$/)) });
export type SdkPointer = z.infer<typeof pointerSchema>;

interface InstalledSdk extends SdkPointer {
  /** Paths below `dist`, such as `lib/av/tp.wasm`, with the compressed copies `.br`. */
  readonly files: ReadonlySet<string>;
}

export interface ZoomSdkDeps {
  readonly dataDir: string;
  /** Headers of scripts, styles and pictures. */
  readonly headers: Headers;
}

export class ZoomSdk {
  private readonly folder: string;
  private readonly headers: Headers;
  private installed: InstalledSdk | undefined;

  constructor({ dataDir, headers }: ZoomSdkDeps) {
    this.folder = join(dataDir, zoomSdkFolder);
    this.headers = headers;
  }

  /** Undefined if no SDK is installed. */
  get version(): string | undefined {
    return this.installed?.version;
  }

  /** Reads what is installed now: the operator may install and remove it while the server runs. */
  async refresh(): Promise<void> {
    const pointer = await readPointer(this.folder);
    if (pointer?.folder === this.installed?.folder) return;
    this.installed = pointer && {
      ...pointer,
      files: await listFiles(join(this.folder, pointer.folder, 'dist')),
    };
  }

  /** A file by its path below `/zoom-sdk/VERSION/`; undefined if the installed version does not have it. */
  async respond(
    version: string,
    path: string,
    requestHeaders: IncomingHttpHeaders,
  ): Promise<RawResponse | undefined> {
    const { installed } = this;
    // The list of files is also what keeps paths in the folder.
    if (installed?.version !== version || !installed.files.has(path) || path.endsWith('.br'))
      return undefined;
    const isBrotli =
      installed.files.has(`${path}.br`) &&
      encodingFor(requestHeaders['accept-encoding']?.toString()) === 'br';
    const file = join(this.folder, installed.folder, 'dist', isBrotli ? `${path}.br` : path);
    const stats = await stat(file).catch(undefinedIfMissing);
    // Removed, which `refresh` notices only later.
    if (stats === undefined) return undefined;
    // Safari plays only sounds that it gets in ranges.
    const { range, status, headers: contentRange } = selectPart(stats.size, requestHeaders);
    const handle = await open(file).catch(undefinedIfMissing);
    if (handle === undefined) return undefined;
    const headers = {
      ...this.headers,
      'content-type': mediaTypeOf(path),
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'content-length': range === undefined ? stats.size : range.end - range.start + 1,
      ...contentRange,
      vary: 'accept-encoding',
      ...(isBrotli ? { 'content-encoding': 'br' } : {}),
      ...(isDocument(path) ? { 'content-security-policy': inertPolicy } : {}),
    };
    return { status, headers, body: handle.createReadStream(range), complete: true };
  }
}

export async function readPointer(folder: string): Promise<SdkPointer | undefined> {
  const text = await readFile(join(folder, zoomSdkPointer), 'utf8').catch(undefinedIfMissing);
  return text === undefined ? undefined : z.parse(pointerSchema, JSON.parse(text));
}

export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function listFiles(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
}

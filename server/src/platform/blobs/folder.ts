/** Stores blobs as files in a folder. A blob is written to a temporary file, synced and then renamed. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { isSystemError, probeFolder, toDiskError } from '#platform/files/disk';
import {
  checkKey,
  checkPrefix,
  type BlobBody,
  type Blobs,
  type ByteRange,
  type StoredBlob,
} from './blobs.ts';

/** At the start, temporary files older than this, from crashed processes, are removed. Milliseconds. */
const staleAfterMs = 24 * 3_600_000;
/** Read at once. With 64 KiB, the default, downloads take nearly twice as long. */
const blockBytes = 262_144;

const isNotFound = (error: unknown): boolean => isSystemError(error) && error.code === 'ENOENT';

/** Syncs a folder, which makes renames in it durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

class FolderBlobs implements Blobs {
  private readonly root: string;
  private readonly temporaryFolder: string;

  constructor(root: string) {
    this.root = root;
    this.temporaryFolder = join(root, '.tmp');
  }

  private pathOf(key: string): string {
    checkKey(key);
    return join(this.root, ...key.split('/'));
  }

  async put(key: string, body: BlobBody): Promise<StoredBlob> {
    const target = this.pathOf(key);
    const temporary = join(this.temporaryFolder, randomUUID());
    try {
      const stored = await this.write(temporary, body);
      await this.makeFolder(dirname(target));
      await rename(temporary, target);
      await syncFolder(dirname(target));
      return stored;
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw toDiskError(error);
    }
  }

  private async write(path: string, body: BlobBody): Promise<StoredBlob> {
    const source = Buffer.isBuffer(body)
      ? [body]
      : body instanceof Readable
        ? body
        : createReadStream(body.file);
    const hash = createHash('sha256');
    let bytes = 0;
    const handle = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        hash.update(chunk);
        bytes += chunk.length;
        await handle.writeFile(chunk);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    return { bytes, sha256: hash.digest('hex') };
  }

  /** Creates a folder, and syncs the parents of all folders that it has created. */
  private async makeFolder(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let created = folder; created.length >= first.length; created = dirname(created))
      await syncFolder(dirname(created));
  }

  async read(key: string, range?: ByteRange): Promise<{ body: Readable; bytes: number } | undefined> {
    const path = this.pathOf(key);
    try {
      const handle = await open(path, 'r');
      const { size } = await handle.stat();
      const start = range?.start ?? 0;
      const end = Math.min(range?.end ?? Infinity, size - 1);
      if (end < start) {
        await handle.close();
        return { body: Readable.from([]), bytes: 0 };
      }
      const body = handle.createReadStream({ start, end, highWaterMark: blockBytes });
      return { body, bytes: end - start + 1 };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw toDiskError(error);
    }
  }

  async stat(key: string): Promise<{ bytes: number } | undefined> {
    const path = this.pathOf(key);
    try {
      return { bytes: (await stat(path)).size };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw toDiskError(error);
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.pathOf(key);
    try {
      await unlink(path);
    } catch (error) {
      if (!isNotFound(error)) throw toDiskError(error);
    }
  }

  async *list(prefix: string): AsyncIterable<string> {
    checkPrefix(prefix);
    // Folders are listed by complete segments; the rest of the prefix is compared.
    const folder = join(this.root, ...prefix.split('/').slice(0, -1));
    for await (const path of this.files(folder)) {
      const key = relative(this.root, path).split(sep).join('/');
      if (key.startsWith(prefix)) yield key;
    }
  }

  private async *files(folder: string): AsyncIterable<string> {
    let entries;
    try {
      entries = await readdir(folder, { withFileTypes: true });
    } catch (error) {
      if (isNotFound(error)) return;
      throw toDiskError(error);
    }
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) yield* this.files(path);
      else if (entry.isFile()) yield path;
    }
  }

  async ping(): Promise<void> {
    await probeFolder(this.temporaryFolder);
  }

  /** Creates the folder and removes partial files of earlier processes. */
  async prepare(now: number): Promise<void> {
    try {
      await this.makeFolder(this.temporaryFolder);
      for (const name of await readdir(this.temporaryFolder)) {
        const path = join(this.temporaryFolder, name);
        const found = await stat(path).catch(() => undefined);
        if (found && now - found.mtimeMs > staleAfterMs) await rm(path, { force: true });
      }
    } catch (error) {
      throw toDiskError(error);
    }
  }
}

/**
 * Opens the folder and creates it with mode 700 if needed. `now`: milliseconds since 1970, to recognize stale temporary
 * files.
 */
export async function openFolderBlobs(root: string, now: number): Promise<Blobs> {
  const blobs = new FolderBlobs(root);
  await blobs.prepare(now);
  return blobs;
}

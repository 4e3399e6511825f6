/**
 * Installs Zoom's Meeting SDK from the archive that `npm pack @zoom/meetingsdk` downloads. The files are unpacked into a
 * new folder; then the pointer `installed.json` is replaced, which running servers notice. So no server ever sees half
 * an SDK, and several installations at once do not disturb each other: the last one stays.
 */
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import * as z from 'zod/mini';
import { isCompressed } from '#platform/files/mediaTypes';
import {
  readPointer,
  sdkVersion,
  undefinedIfMissing,
  zoomSdkFolder,
  zoomSdkPointer,
  type SdkPointer,
} from './zoomSdk.ts';

/** The archive is not a package of the SDK; the message says why. */
export class ZoomPackageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ZoomPackageError';
  }
}

const packageName = '@zoom/meetingsdk';
/** The versions whose functions the page uses, as a range for npm. */
export const zoomSdkRange = '6.2';
export const isInZoomSdkRange = (version: string): boolean => version.startsWith(`${zoomSdkRange}.`);
const download = `npm pack ${packageName}@${zoomSdkRange}`;

export interface ArchiveLimits {
  readonly unpackedBytes: number;
  readonly fileBytes: number;
  readonly files: number;
}
/** Version 6.2.0 unpacks to 203 files of 108 MB, the largest of 7 MB. */
const defaultLimits: ArchiveLimits = {
  unpackedBytes: 512 * 1024 * 1024,
  fileBytes: 64 * 1024 * 1024,
  files: 2_000,
};

/** Paths that stay in their folder: no part begins with a dot. */
const safePath = /^package(?:\/(?!\.)[\w.@+-]{1,200}){1,8}$/;
/** What browsers load; the URLs are relative to it. */
const servedFolder = 'package/dist/';
/** The licences stay beside the files. */
const licences = new Set(['package/LICENSE.md', 'package/oss_attribution.txt']);

const packageSchema = z.object({ name: z.string(), version: z.string() });

/**
 * Installs the SDK in place of the version that is installed. Returns its version.
 * @throws ZoomPackageError
 */
export async function installZoomSdk(
  archive: string,
  dataDir: string,
  limits = defaultLimits,
): Promise<string> {
  const root = join(dataDir, zoomSdkFolder);
  await mkdir(root, { recursive: true });
  const folder = await mkdtemp(join(root, 'sdk-'));
  let version: string;
  let previous: SdkPointer | undefined;
  try {
    version = await unpack(archive, folder, limits);
    const pointer: SdkPointer = { version, folder: basename(folder) };
    const unfinished = join(folder, zoomSdkPointer);
    await writeFile(unfinished, JSON.stringify(pointer));
    previous = await readPointer(root).catch(() => undefined);
    await rename(unfinished, join(root, zoomSdkPointer));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  await removeUnused(root, previous?.folder);
  return version;
}

/** Removes the SDK. Returns whether one was installed. */
export async function removeZoomSdk(dataDir: string): Promise<boolean> {
  const root = join(dataDir, zoomSdkFolder);
  // The pointer first, so that no server reads a folder that is being removed.
  const wasInstalled = await rm(join(root, zoomSdkPointer)).then(() => true, falseIfMissing);
  // Also what an interrupted installation left.
  await rm(root, { recursive: true, force: true });
  return wasInstalled;
}

function falseIfMissing(error: NodeJS.ErrnoException): false {
  if (error.code !== 'ENOENT') throw error;
  return false;
}

/** Longer than an installation takes. */
const abandonedAfterMs = 60 * 60_000;

/**
 * Removes the folder that the pointer named before, and what interrupted installations left. A younger folder may be that
 * of another installation, which is about to name it in the pointer.
 */
async function removeUnused(root: string, previous: string | undefined): Promise<void> {
  const inUse = await readPointer(root);
  const abandonedBefore = Date.now() - abandonedAfterMs;
  for (const name of await readdir(root)) {
    if (name === zoomSdkPointer || name === inUse?.folder) continue;
    const folder = join(root, name);
    // Another installation may have removed it.
    const stats = await stat(folder).catch(undefinedIfMissing);
    if (name === previous || (stats && stats.mtimeMs < abandonedBefore))
      await rm(folder, { recursive: true, force: true });
  }
}

/** Unpacks the files to be served into `folder`. Returns the version. */
async function unpack(archive: string, folder: string, limits: ArchiveLimits): Promise<string> {
  const found = new Set<string>();
  let manifest: string | undefined;
  const extract = tar.extract();
  const reading = pipeline(
    createReadStream(archive),
    createGunzip(),
    limitBytes(limits.unpackedBytes),
    extract,
  );
  const readError = reading.then(
    () => undefined,
    (error: unknown) => error,
  );
  try {
    for await (const entry of extract) {
      const { name, size } = entry.header;
      if (entry.header.type === 'directory') {
        entry.resume();
        continue;
      }
      if (found.size >= limits.files)
        throw new ZoomPackageError(`The archive contains more than ${limits.files} files`);
      assertSafe(entry.header, found);
      found.add(name);
      if (size > limits.fileBytes)
        throw new ZoomPackageError(`${quote(name)} in the archive has more than ${limits.fileBytes} bytes`);
      if (name === 'package/package.json') manifest = (await contentOf(entry)).toString();
      else if (name.startsWith(servedFolder))
        await writeServed(join(folder, 'dist', name.slice(servedFolder.length)), await contentOf(entry));
      else if (licences.has(name)) await writeFile(join(folder, basename(name)), await contentOf(entry));
      else entry.resume();
    }
    await reading;
  } catch (error) {
    // Others are errors of writing, or defects.
    if (error instanceof ZoomPackageError || error !== (await readError)) throw error;
    throw new ZoomPackageError(`${archive} ${explainUnreadable(error as NodeJS.ErrnoException)}`, {
      cause: error,
    });
  }
  return versionOf(archive, manifest, found);
}

/** Why an archive could not be read. Codes that begin with `Z_` are those of zlib, and errors of `tar-stream` have none. */
function explainUnreadable({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'Z_BUF_ERROR' || message === 'Unexpected end of data')
    return `is incomplete: download it again (${download})`;
  if (code === undefined || code.startsWith('Z_'))
    return `is not a .tgz archive as npm pack writes it, or it is damaged: download it again (${download})`;
  return `cannot be read: ${message}`;
}

/** Bounds what an archive can unpack to, also where the library buffers it. */
function limitBytes(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes) done(null, chunk);
      else done(new ZoomPackageError(`The archive unpacks to more than ${maxBytes} bytes`));
    },
  });
}

function assertSafe(
  { name, type }: { name: string; type?: string | null },
  found: ReadonlySet<string>,
): void {
  if (type !== 'file')
    throw new ZoomPackageError(
      `The archive contains ${quote(name)}, which is a ${type ?? 'special entry'}, not a file`,
    );
  if (!safePath.test(name))
    throw new ZoomPackageError(`The archive contains ${quote(name)}; expected names below package/`);
  if (found.has(name)) throw new ZoomPackageError(`The archive contains ${quote(name)} twice`);
}

async function writeServed(file: string, content: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  if (isCompressed(file)) return;
  // Compressed once, because a browser downloads some 20 MB before it joins.
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  await writeFile(`${file}.br`, await compress(content, { params }));
}

/** @param files paths in the archive */
function versionOf(archive: string, manifest: string | undefined, files: ReadonlySet<string>): string {
  const { data } = z.safeParse(packageSchema, manifest === undefined ? undefined : parseJson(manifest));
  if (data === undefined)
    throw new ZoomPackageError(
      `${archive} contains no package/package.json with a name and a version, so it is not the package ${packageName}`,
    );
  const { name, version } = data;
  if (name !== packageName)
    throw new ZoomPackageError(
      `${archive} contains the package ${quote(name)}, not ${packageName}: download that one (${download})`,
    );
  const main = `${servedFolder}zoom-meeting-${version}.min.js`;
  const isVersion = sdkVersion.safeParse(version).success;
  if (isVersion && files.has(main)) return version;
  if (isVersion && isInZoomSdkRange(version))
    throw new ZoomPackageError(`${archive} does not contain ${main}: download it again (${download})`);
  throw new ZoomPackageError(
    `${archive} contains version ${quote(version)} of ${packageName}, which Foyer cannot use: download version ${zoomSdkRange} (${download})`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const compress = promisify(brotliCompress);
const brotliQuality = 5;

/** The library's streams are not Node streams. */
async function contentOf(entry: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const quote = (name: string): string => JSON.stringify(name.length > 100 ? `${name.slice(0, 97)}...` : name);

/** The blob store: bytes by key, in a folder by default or in an S3-compatible store. */
import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both inclusive, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A complete local file, which is not moved. Unlike a stream it can be sent again after an error. */
export interface FileBody {
  readonly file: string;
}

export type BlobBody = Readable | Buffer | FileBody;

export interface StoredBlob {
  readonly bytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/**
 * All methods reject with `ApiError('storageFull')` if the store is full, and with `ApiError('unavailable')` if it does
 * not respond or is not writable. Invalid keys throw an internal error, see `checkKey`.
 */
export interface Blobs {
  /**
   * Stores the body under the key, completely or not at all, and replaces an existing blob. Resolves when it is
   * durable. A body that fails (destroyed, aborted) rejects with its own error and leaves nothing behind.
   */
  put(key: string, body: BlobBody): Promise<StoredBlob>;
  /**
   * Returns the bytes, or those of a range (truncated at the end of the blob); undefined if the blob does not exist.
   * `bytes` is the length of `body`. The caller must read `body` to its end or destroy it.
   */
  read(key: string, range?: ByteRange): Promise<{ body: Readable; bytes: number } | undefined>;
  stat(key: string): Promise<{ bytes: number } | undefined>;
  /** Deleting a missing blob is not an error. */
  delete(key: string): Promise<void>;
  /** The keys that begin with `prefix`, in any order. '' lists all. */
  list(prefix: string): AsyncIterable<string>;
  /** Throws if the store is unusable. */
  ping(): Promise<void>;
}

const segment = /^(?!\.)[A-Za-z0-9._-]{1,200}$/;

/** Throws unless the key has one to eight segments of letters, digits, `.`, `_`, `-` that do not begin with a dot. */
export function checkKey(key: string): void {
  const parts = key.split('/');
  if (parts.length > 8 || key.length > 700 || !parts.every((part) => segment.test(part))) {
    throw new Error(`Invalid blob key: ${JSON.stringify(key.slice(0, 80))}`);
  }
}

/** A prefix is '' or a key, with or without a trailing slash. */
export function checkPrefix(prefix: string): void {
  if (prefix !== '') checkKey(prefix.replace(/\/$/, ''));
}

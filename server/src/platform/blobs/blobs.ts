/** Bytes under a key: a folder by default, an S3-compatible store by configuration. Platform: knows no feature. */
import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A finished file on this machine; it stays where it is. Can be sent again after a fault, unlike a stream. */
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
 * Every method throws `Refusal('storageFull')` where there is no room left and `Refusal('unavailable')` where the store
 * does not answer or may not be written. Keys are checked by `checkKey`: a wrong key is a fault of the caller.
 */
export interface Blobs {
  /**
   * Stores the body under the key, whole or not at all; what stood there is replaced. Resolves when it is durable.
   * A body that fails (destroyed, aborted) rejects with its own error and leaves nothing behind.
   */
  put(key: string, body: BlobBody): Promise<StoredBlob>;
  /**
   * The bytes, or those of a range (cut at the end of the blob); undefined where there is no such blob. `bytes` is the
   * length of `body`. The caller reads `body` to its end or destroys it.
   */
  read(key: string, range?: ByteRange): Promise<{ body: Readable; bytes: number } | undefined>;
  stat(key: string): Promise<{ bytes: number } | undefined>;
  /** Deleting what is not there is no fault. */
  delete(key: string): Promise<void>;
  /** The keys that begin with `prefix`, in no order. '' lists all. */
  list(prefix: string): AsyncIterable<string>;
  /** Throws when the store cannot be used. */
  ping(): Promise<void>;
}

const segment = /^(?!\.)[A-Za-z0-9._-]{1,200}$/;

/** Throws for a key that is not one to eight segments of letters, digits, `.`, `_`, `-` (none beginning with a point). */
export function checkKey(key: string): void {
  const parts = key.split('/');
  if (parts.length > 8 || key.length > 700 || !parts.every((part) => segment.test(part))) {
    throw new Error(`not a blob key: ${JSON.stringify(key.slice(0, 80))}`);
  }
}

/** A prefix is '' or a key, with or without a slash at its end. */
export function checkPrefix(prefix: string): void {
  if (prefix !== '') checkKey(prefix.replace(/\/$/, ''));
}

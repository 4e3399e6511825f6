import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '#platform/apiError';
import type { Blobs } from '#platform/blobs/blobs';

/** Copies a blob to the end of a local file. @throws ApiError `notFound` if the blob is missing, or an error when `signal` aborts */
export async function copyBlob(blobs: Blobs, key: string, file: string, signal?: AbortSignal): Promise<void> {
  const found = await blobs.read(key);
  if (!found) throw new ApiError('notFound', 'The content of this asset is missing in the storage.');
  await pipeline(found.body, createWriteStream(file, { flags: 'a', mode: 0o600 }), { signal });
}

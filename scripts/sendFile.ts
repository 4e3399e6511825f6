/** Sends a file, or the part of it that a request asks for. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Films can only be played from the middle, and long PDFs only be read page by page, if the server supports ranges.
 * Browsers and PDF.js send `bytes=first-last` or `bytes=first-`.
 */
export function sendFile(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { mediaType, bytes }: { readonly mediaType: string; readonly bytes: Buffer },
): void {
  response.setHeader('content-type', mediaType);
  response.setHeader('accept-ranges', 'bytes');
  const [, first, last = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const start = Number(first);
  const part =
    first === undefined ? bytes : bytes.subarray(start, last === '' ? undefined : Number(last) + 1);
  response.setHeader('content-length', part.length);
  if (first !== undefined) {
    response.statusCode = 206;
    response.setHeader('content-range', `bytes ${start}-${start + part.length - 1}/${bytes.length}`);
  }
  response.end(part);
}

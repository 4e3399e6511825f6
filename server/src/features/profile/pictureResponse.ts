/** The HTTP response with a picture: private, immutable if the URL contains the generation. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { RawResponse } from '#platform/http/route';

export interface StoredPicture {
  readonly body: Readable;
  readonly bytes: number;
  readonly generation: number;
}

/** Returns 200 or 304; `pinned`: the URL contains the generation, so its bytes never change. */
export function toPictureResponse(
  { body, bytes, generation }: StoredPicture,
  request: { readonly pinned: boolean; readonly headers: IncomingHttpHeaders },
): RawResponse {
  const tag = `"${generation}"`;
  const headers = {
    etag: tag,
    'cache-control': request.pinned ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    // Access depends on the user, who may change within a browser.
    vary: 'Authorization',
  };
  if (request.headers['if-none-match'] === tag) {
    body.destroy();
    return { status: 304, headers };
  }
  return {
    status: 200,
    headers: { ...headers, 'content-type': 'image/webp', 'content-length': bytes },
    body,
  };
}

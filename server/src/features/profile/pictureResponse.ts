/** A picture as an answer: private, for ever where its address names the generation. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { RawAnswer } from '#platform/http/route';

export interface StoredPicture {
  readonly body: Readable;
  readonly bytes: number;
  readonly generation: number;
}

/** Answers 200 or 304; `pinned`: the address names this generation, so its bytes never change. */
export function answerPicture(
  { body, bytes, generation }: StoredPicture,
  asked: { readonly pinned: boolean; readonly headers: IncomingHttpHeaders },
): RawAnswer {
  const tag = `"${generation}"`;
  const headers = {
    etag: tag,
    'cache-control': asked.pinned ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    // Who may read depends on who asks, also within one browser.
    vary: 'Authorization',
  };
  if (asked.headers['if-none-match'] === tag) {
    body.destroy();
    return { status: 304, headers };
  }
  return {
    status: 200,
    headers: { ...headers, 'content-type': 'image/webp', 'content-length': bytes },
    body,
  };
}

/** One request over `fetch`, with an end: a server that does not answer within 30 s is not reachable. */
import { takeInlinedResponse } from './inlinedResponses.ts';

const timeoutMs = 30_000;

export interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean;
  /** `omit`: no cookie goes along. */
  readonly credentials?: RequestCredentials;
}

/** Rejects without an answer: no network, no server, too late, or aborted by the caller. */
export function send(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
    signal,
    keepalive = false,
    credentials = 'same-origin',
  }: Request = {},
): Promise<Response> {
  const given = method === 'GET' ? takeInlinedResponse(url) : undefined;
  if (given) return Promise.resolve(given);
  const late = AbortSignal.timeout(timeoutMs);
  const isPlain = typeof body === 'string' || body instanceof Blob;
  const content = isPlain ? body : JSON.stringify(body);
  const isJson = body !== undefined && !isPlain;
  return fetch(url, {
    method,
    keepalive,
    credentials,
    headers: {
      ...headers,
      ...(body instanceof Blob && { 'content-type': body.type || 'application/octet-stream' }),
      ...(isJson && { 'content-type': 'application/json' }),
    },
    signal: signal ? AbortSignal.any([signal, late]) : late,
    ...(body !== undefined && { body: content }),
  });
}

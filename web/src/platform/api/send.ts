/** A single `fetch` with a timeout: a server that does not respond within 30 s counts as not reachable. */
import { takeInlinedResponse } from './inlinedResponses.ts';

const timeoutMs = 30_000;

export interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean;
  /** `omit`: no cookies are sent. */
  readonly credentials?: RequestCredentials;
}

/** Rejects if there is no response: no network, no server, timeout, or aborted by the caller. */
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
  const inlined = method === 'GET' ? takeInlinedResponse(url) : undefined;
  if (inlined) return Promise.resolve(inlined);
  const timeout = AbortSignal.timeout(timeoutMs);
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
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(body !== undefined && { body: content }),
  });
}

/** One request over `fetch`, with an end: a server that does not answer within 30 s is not reachable. */
const timeoutMs = 30_000;

export interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Rejects without an answer: no network, no server, too late, or aborted by the caller. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body, signal }: Request = {},
): Promise<Response> {
  const late = AbortSignal.timeout(timeoutMs);
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  const isJson = body !== undefined && typeof body !== 'string';
  return fetch(url, {
    method,
    headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
    signal: signal ? AbortSignal.any([signal, late]) : late,
    ...(body !== undefined && { body: content }),
  });
}

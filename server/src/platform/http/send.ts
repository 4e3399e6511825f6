/** Sends answers. Only this file and the hot table write to responses. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { finished, type Readable } from 'node:stream';
import type { Headers } from '#platform/http/headers';
import type { RawAnswer } from '#platform/http/route';

/** How long a caller may continue to send a rejected body before the connection is closed. */
export const drainBodyMs = 2_000;

export interface ResponseContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Headers of all answers of this kind; the answer's own headers take precedence. */
  readonly common: Headers;
  /** While the server stops, every answer closes its connection. */
  readonly stopping: () => boolean;
}

export function sendRaw(to: ResponseContext, answer: RawAnswer): void {
  const { request, response } = to;
  const { body } = answer;
  const headers: Record<string, string | number | readonly string[]> = {
    ...(answer.complete ? {} : to.common),
    'x-request-id': to.requestId,
    ...answer.headers,
  };
  if (body === undefined && answer.status !== 304 && answer.status !== 204) headers['content-length'] ??= 0;
  const whole = typeof body === 'string' || Buffer.isBuffer(body);
  if (whole) headers['content-length'] ??= Buffer.byteLength(body);
  if (to.stopping()) response.shouldKeepAlive = false;
  response.writeHead(answer.status, headers as OutgoingHttpHeaders);
  drainUnreadBody(request, response);
  if (body === undefined || whole) {
    response.end(request.method === 'HEAD' ? undefined : body);
    return;
  }
  if (request.method === 'HEAD') {
    body.destroy();
    response.end();
    return;
  }
  stream(body, response);
}

/** Destroys the connection if the source fails, so that the client does not take a partial file for a complete one. */
function stream(body: Readable, response: ServerResponse): void {
  finished(body, (fault) => {
    if (fault) response.destroy();
  });
  finished(response, () => body.destroy());
  body.pipe(response);
}

export function sendJson(to: ResponseContext, status: number, value: unknown, headers: Headers = {}): void {
  sendJsonText(to, status, JSON.stringify(value), headers);
}

export function sendJsonText(to: ResponseContext, status: number, text: string, headers: Headers = {}): void {
  const { request, response } = to;
  if (to.stopping()) response.shouldKeepAlive = false;
  response.writeHead(status, {
    'cache-control': 'no-store',
    ...to.common,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'x-request-id': to.requestId,
    ...headers,
  });
  drainUnreadBody(request, response);
  // Node.js sends a string in one write with the headers, but not a buffer.
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** After a rejected upload the caller gets some time to read the answer, then the connection is closed. */
function drainUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const carriesBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  if (request.complete || !carriesBody) return;
  response.once('finish', () => {
    request.unpipe();
    request.resume();
    const timer = setTimeout(() => request.socket.destroy(), drainBodyMs);
    request.once('close', () => clearTimeout(timer));
  });
}

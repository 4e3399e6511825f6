/** Sends answers: the one place that writes to a response outside the hot table. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { finished, type Readable } from 'node:stream';
import type { Headers } from '#platform/http/headers';
import type { RawAnswer } from '#platform/http/route';

/** How long a caller may go on sending a body that nobody reads any more before the line is cut. */
export const drainBodyMs = 2_000;

export interface ResponseContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** What every answer of its kind has; the answer's own headers take precedence. */
  readonly common: Headers;
  /** On a stop every answer is the last one of its connection. */
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

/** A source that fails halfway cuts the line: an end that looks right would pass half a file for a whole one. */
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
  // A text leaves in one piece with its headers, which a buffer does not.
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** A refused upload: the caller gets a moment to read the answer, then the line is cut. */
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

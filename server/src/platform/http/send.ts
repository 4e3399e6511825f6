/** Sends responses. Only this file and the hot response table write to sockets. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { finished, type Readable } from 'node:stream';
import type { Headers } from '#platform/http/headers';
import type { RawResponse } from '#platform/http/route';

/** How long a caller may continue to send a rejected body before the connection is closed. */
export const drainBodyMs = 2_000;
/**
 * A streamed response ends when the network has accepted nothing of it for so long: it holds a file or a connection of the
 * storage open. Node.js needs up to twice the time to notice. Behind a proxy the buffers of both accept about a megabyte at
 * once, so a shorter time would end slow downloads.
 */
const stalledMs = 120_000;

export interface ResponseContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Headers of all responses of this kind; the response's own headers take precedence. */
  readonly common: Headers;
  /** While the server stops, every response closes its connection. */
  readonly stopping: () => boolean;
}

/** @param idleMs see `stalledMs` */
export function sendRaw(to: ResponseContext, content: RawResponse, idleMs = stalledMs): void {
  const { request, response } = to;
  const { body } = content;
  const headers: Record<string, string | number | readonly string[]> = {
    ...(content.complete ? {} : to.common),
    'x-request-id': to.requestId,
    ...content.headers,
  };
  if (body === undefined && content.status !== 304 && content.status !== 204) headers['content-length'] ??= 0;
  const isInMemory = typeof body === 'string' || Buffer.isBuffer(body);
  if (isInMemory) headers['content-length'] ??= Buffer.byteLength(body);
  if (to.stopping()) response.shouldKeepAlive = false;
  try {
    response.writeHead(content.status, headers as OutgoingHttpHeaders);
  } catch (error) {
    // An invalid header: the body would hold its file open.
    if (body !== undefined && !isInMemory) body.destroy();
    throw error;
  }
  drainUnreadBody(request, response);
  if (body === undefined || isInMemory) {
    response.end(request.method === 'HEAD' ? undefined : body);
    return;
  }
  if (request.method === 'HEAD') {
    body.destroy();
    response.end();
    return;
  }
  stream(body, response, idleMs);
}

/** Destroys the connection if the source fails or stalls, so that the client notices that the file is incomplete. */
function stream(body: Readable, response: ServerResponse, idleMs: number): void {
  // The timer of a socket starts again with all bytes that the network accepts, also with parts of what was written.
  response.setTimeout(idleMs, () => {
    body.destroy(new Error(`Nothing could be sent for ${idleMs / 1_000} seconds`));
    // The body may be complete, and its last bytes wait.
    response.destroy();
  });
  finished(body, (error) => {
    if (error) response.destroy();
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

/** After a rejected upload the caller gets some time to read the response, then the connection is closed. */
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

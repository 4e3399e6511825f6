/** Binds the port before the rest of the server starts, and drains running requests before it closes. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { ConfigError, type Config } from '#platform/config/config';
import { rawErrorResponse } from '#platform/http/rawErrorResponse';

/** Maximum total size of request headers, which may contain many old cookies. */
const headerBytes = 32 * 1024;
/**
 * For a request with its body, such as half a gigabyte over a slow connection. Stalled bodies end earlier (body.ts).
 */
const requestTimeoutMs = 3_600_000;
const keepAliveMs = 65_000;
/** A stop terminates requests that still run after this time. */
export const drainMs = 20_000;

export interface Listener {
  readonly server: Server;
  /** The bound port, also if the configured port is 0. */
  readonly port: number;
  /** Sets the handler. Before that, requests get 503 with `retry-after: 1`. */
  serve(handler: RequestListener): void;
  readonly stopping: boolean;
  /** Makes /readyz fail while the port stays open. */
  announceStop(): void;
  /** Accepts no new connections, waits for running requests (at most 20 s) and closes. */
  stop(limitMs?: number): Promise<void>;
}

/** The time limit for request headers, and how often it is checked. */
export interface ListenerTimeouts {
  readonly headersTimeoutMs: number;
  readonly checkMs: number;
}
const defaultTimeouts: ListenerTimeouts = { headersTimeoutMs: 20_000, checkMs: 2_000 };

/** Binds host and port. @throws ConfigError with one line if that fails */
export async function listen(
  { host, port }: Pick<Config, 'host' | 'port'>,
  timeouts = defaultTimeouts,
): Promise<Listener> {
  let handler: RequestListener = respondStarting;
  let stopping = false;
  const server = createServer(
    {
      maxHeaderSize: headerBytes,
      headersTimeout: timeouts.headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: timeouts.checkMs,
    },
    (request, response) => {
      if (stopping) response.shouldKeepAlive = false;
      handler(request, response);
    },
  );
  server.on('clientError', rejectConnection);
  await bind(server, host, port);
  const address = server.address();
  return {
    server,
    port: address !== null && typeof address === 'object' ? address.port : port,
    serve: (next) => {
      handler = next;
    },
    get stopping() {
      return stopping;
    },
    announceStop: () => {
      stopping = true;
    },
    stop: (limitMs = drainMs) => {
      stopping = true;
      return close(server, limitMs);
    },
  };
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toBindError(error, host, port)));
    server.listen({ host, port }, resolve);
  });
}

function toBindError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT is ${port}, which is already in use; expected a free port (0: any)`,
    EACCES: `PORT is ${port}, which requires more privileges; expected a port from 1024`,
    EADDRNOTAVAIL: `HOST is "${host}", which is not an address of this machine; expected an address such as 127.0.0.1`,
    ENOTFOUND: `HOST is "${host}", which cannot be resolved; expected an address, such as 127.0.0.1`,
    EAI_AGAIN: `HOST is "${host}", which cannot be resolved; expected an address, such as 127.0.0.1`,
  };
  const reason = reasons[error.code ?? ''];
  return reason === undefined ? error : new ConfigError(reason, { cause: error });
}

function close(server: Server, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), limitMs);
    // Responses to running requests have `connection: close`, so that no connection becomes idle later.
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function rejectConnection(error: NodeJS.ErrnoException, stream: NodeJS.WritableStream): void {
  const socket = stream as Socket;
  if (error.code === 'ECONNRESET' || !socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  // Part of a response has been sent: the client would interpret more bytes as its rest.
  if (socket.bytesWritten > 0 && '_httpMessage' in socket && socket._httpMessage) {
    socket.destroy(error);
    return;
  }
  socket.end(connectionErrorResponse(error.code), () => socket.destroySoon());
}

function connectionErrorResponse(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return rawErrorResponse('headersTooLarge', `The headers are larger than ${headerBytes} bytes.`);
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return rawErrorResponse('requestTimeout', 'The request did not arrive in time.');
  }
  return rawErrorResponse('invalidInput', 'The request is not well-formed HTTP.');
}

const respondStarting: RequestListener = (request, response) => {
  const isLivenessProbe = request.url === '/livez';
  const status = isLivenessProbe ? 200 : 503;
  const body = isLivenessProbe
    ? '{"status":"ok"}'
    : JSON.stringify({ errMsg: 'The server is starting.', code: 'unavailable', requestId: 'none' });
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(isLivenessProbe ? {} : { 'retry-after': '1' }),
  });
  response.end(body);
};

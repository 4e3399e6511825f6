/** The base of the event platforms' stand-ins: an HTTP server that can simulate failures. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from './close.ts';

/** `silent`: no response. `otherRegion`: every URL is unknown. `quota`: the daily limit is exceeded. */
export type FailureKind =
  | 'unauthorized'
  | 'forbidden'
  | 'otherRegion'
  | 'throttled'
  | 'quota'
  | 'broken'
  | 'malformed'
  | 'silent';

export interface VendorStandIn {
  /** Without a trailing slash. */
  readonly url: string;
  /** The requests, such as `GET /attendees?…`. */
  readonly requests: readonly string[];
  /**
   * Simulates a failure for all or the next `count` requests; undefined ends it. `of` limits it to paths that contain
   * it.
   */
  failure: { kind: FailureKind; times?: number; of?: string; retryAfter?: number | string } | undefined;
  stop(): Promise<void>;
}

export interface VendorCall {
  readonly method: string;
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly body: string;
}

export interface VendorResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface VendorOptions {
  /** 0 or absent: a free port. */
  readonly port?: number;
  readonly respond: (call: VendorCall) => VendorResponse;
  /** The error responses of this platform. */
  readonly errorResponse: (kind: Exclude<FailureKind, 'malformed' | 'silent'>) => VendorResponse;
}

export async function startVendor({
  port = 0,
  respond,
  errorResponse,
}: VendorOptions): Promise<VendorStandIn> {
  const requests: string[] = [];
  const sendResponse = (call: VendorCall, response: ServerResponse) => {
    const simulated = nextFailure(call.url);
    if (simulated === undefined) send(response, respond(call));
    else if (simulated.kind === 'malformed') response.writeHead(200, json).end('{"data": [{"id": ');
    else if (simulated.kind !== 'silent') {
      const error = errorResponse(simulated.kind);
      const headers =
        simulated.retryAfter === undefined ? {} : { 'retry-after': String(simulated.retryAfter) };
      send(response, { ...error, headers: { ...error.headers, ...headers } });
    }
  };
  const handleRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const url = new URL(request.url ?? '/', 'http://stand-in');
    requests.push(`${request.method} ${request.url}`);
    sendResponse({ method: request.method ?? 'GET', url, request, body }, response);
  };
  const server = createServer((request, response) => {
    handleRequest(request, response).catch(() => response.destroy());
  });
  const standIn: VendorStandIn = {
    url: '',
    requests,
    failure: undefined,
    stop: () => closeServer(server),
  };
  function nextFailure(url: URL): VendorStandIn['failure'] {
    const { failure } = standIn;
    if (failure === undefined || (failure.of !== undefined && !url.pathname.includes(failure.of)))
      return undefined;
    if (failure.times === undefined) return failure;
    standIn.failure = failure.times > 1 ? { ...failure, times: failure.times - 1 } : undefined;
    return failure;
  }
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(standIn, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

const json = { 'content-type': 'application/json' };

function send(response: ServerResponse, { status, body, headers = {} }: VendorResponse): void {
  response
    .writeHead(status, { ...json, ...headers })
    .end(body === undefined ? undefined : JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** The base of the event platforms' stand-ins: an HTTP server that can simulate failures. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from './close.ts';

/** `silent`: no response. `otherRegion`: every URL is unknown. `quota`: the daily limit is exceeded. */
export type Trouble =
  'unauthorized' | 'forbidden' | 'otherRegion' | 'throttled' | 'quota' | 'broken' | 'malformed' | 'silent';

export interface VendorStandIn {
  /** Without a trailing slash. */
  readonly url: string;
  /** The requests, such as `GET /attendees?…`. */
  readonly asked: readonly string[];
  /**
   * Simulates a failure for all or the next `count` requests; undefined ends it. `of` limits it to paths that contain
   * it.
   */
  trouble: { kind: Trouble; times?: number; of?: string; retryAfter?: number } | undefined;
  stop(): Promise<void>;
}

export interface VendorCall {
  readonly method: string;
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly body: string;
}

export interface Said {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface VendorOptions {
  /** 0 or absent: a free port. */
  readonly port?: number;
  readonly answer: (call: VendorCall) => Said;
  /** The error responses of this platform. */
  readonly refuse: (kind: Exclude<Trouble, 'malformed' | 'silent'>) => Said;
}

export async function startVendor({ port = 0, answer, refuse }: VendorOptions): Promise<VendorStandIn> {
  const asked: string[] = [];
  const respond = (call: VendorCall, response: ServerResponse) => {
    const now = takeTrouble(call.url);
    if (now === undefined) send(response, answer(call));
    else if (now.kind === 'malformed') response.writeHead(200, json).end('{"data": [{"id": ');
    else if (now.kind !== 'silent') {
      const said = refuse(now.kind);
      const headers = now.retryAfter === undefined ? {} : { 'retry-after': String(now.retryAfter) };
      send(response, { ...said, headers: { ...said.headers, ...headers } });
    }
  };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const url = new URL(request.url ?? '/', 'http://stand-in');
    asked.push(`${request.method} ${request.url}`);
    respond({ method: request.method ?? 'GET', url, request, body }, response);
  };
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  const standIn: VendorStandIn = {
    url: '',
    asked,
    trouble: undefined,
    stop: () => closeServer(server),
  };
  function takeTrouble(url: URL): VendorStandIn['trouble'] {
    const { trouble } = standIn;
    if (trouble === undefined || (trouble.of !== undefined && !url.pathname.includes(trouble.of)))
      return undefined;
    if (trouble.times === undefined) return trouble;
    standIn.trouble = trouble.times > 1 ? { ...trouble, times: trouble.times - 1 } : undefined;
    return trouble;
  }
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(standIn, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

const json = { 'content-type': 'application/json' };

function send(response: ServerResponse, { status, body, headers = {} }: Said): void {
  response
    .writeHead(status, { ...json, ...headers })
    .end(body === undefined ? undefined : JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

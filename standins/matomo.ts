/** A stand-in for the tracker of Matomo: `matomo.php`, which checks hits as the real one, and `matomo.js`. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from './close.ts';
import { runMatomoScript } from './matomoScript.ts';

/** The parameters of an accepted hit. */
export type MatomoHit = Readonly<Record<string, string>>;

export interface MatomoStandIn {
  /** Without a trailing slash; has a path, as many installations do. */
  readonly url: string;
  /** In the order of arrival. */
  readonly hits: readonly MatomoHit[];
  /** The bulk requests, also rejected ones. */
  readonly bulks: readonly { readonly hits: number; readonly token: string | undefined }[];
  /** The number of requests for the script. */
  readonly scriptRequests: number;
  /**
   * How hits are answered: a status rejects all, 503 means that recording is disabled, `silent` is no response.
   * Undefined: by their parameters.
   */
  failure: 400 | 500 | 503 | 'silent' | undefined;
  /** What the script does. `missing` is status 404, `silent` no response. */
  script: 'runs' | 'doesNotRun' | 'missing' | 'silent';
  stop(): Promise<void>;
}

export interface MatomoOptions {
  /** 0 or absent: a free port. */
  readonly port?: number;
  /** Accepted as `token_auth`. */
  readonly token?: string;
}

const path = '/matomo';
const maxBodyBytes = 5_000_000;
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const isWholeNumber = (from: number, to: number) => (value: string) =>
  /^\d{1,10}$/.test(value) && Number(value) >= from && Number(value) <= to;
const hasLength = (from: number, to: number) => (value: string) =>
  value.trim().length >= from && value.length <= to;

/** Checks of the parameters that Foyer sends. */
const checks: Readonly<Record<string, (value: string) => boolean>> = {
  idsite: isWholeNumber(1, 1),
  rec: (value) => value === '1',
  apiv: (value) => value === '1',
  rand: hasLength(1, 64),
  url: (value) => value.length <= 4_096 && URL.canParse(value) && /^https?:/.test(value),
  urlref: (value) => value.length <= 4_096 && URL.canParse(value),
  action_name: hasLength(0, 4_096),
  _id: (value) => /^[\da-f]{16}$/i.test(value),
  uid: hasLength(1, 200),
  h: isWholeNumber(0, 23),
  m: isWholeNumber(0, 59),
  s: isWholeNumber(0, 59),
  lang: hasLength(1, 200),
  pv_id: (value) => /^[\dA-Za-z]{6}$/.test(value),
  e_c: hasLength(1, 255),
  e_a: hasLength(1, 255),
  e_n: hasLength(0, 1_024),
  ca: (value) => value === '1',
  ping: (value) => value === '1',
  new_visit: (value) => value === '1',
  send_image: (value) => value === '0' || value === '1',
  ua: hasLength(1, 512),
  cdt: isWholeNumber(1, 9_999_999_999),
  cip: hasLength(2, 45),
};
const required = ['idsite', 'rec', 'url'] as const;

/** Whether Matomo records a hit. */
function isAccepted(hit: MatomoHit, hasToken: boolean): boolean {
  if (required.some((name) => hit[name] === undefined)) return false;
  if (Object.entries(hit).some(([name, value]) => checks[name]?.(value) === false)) return false;
  if ((hit['e_c'] === undefined) !== (hit['e_a'] === undefined)) return false;
  if (hit['ping'] !== undefined && hit['ca'] !== undefined) return false;
  // Others' addresses are accepted from the owner of the token only.
  return hit['cip'] === undefined || hasToken;
}

/** Starts a server on 127.0.0.1. */
export async function startMatomo({ port = 0, token }: MatomoOptions = {}): Promise<MatomoStandIn> {
  const hits: MatomoHit[] = [];
  const bulks: { hits: number; token: string | undefined }[] = [];
  const record = (found: readonly MatomoHit[], givenToken?: string): number => {
    const hasToken = token !== undefined && givenToken === token;
    const accepted = found.filter((hit) => isAccepted(hit, hasToken));
    hits.push(...accepted);
    return accepted.length;
  };
  const sendStatus = (response: ServerResponse, status: number, sendsImage: boolean) => {
    response.setHeader('cache-control', 'no-store');
    if (status === 200 && !sendsImage) response.writeHead(204).end();
    else response.writeHead(status, { 'content-type': 'image/gif' }).end(gif);
  };
  const track = async (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => {
    const { origin } = request.headers;
    if (request.method === 'POST' && origin !== undefined) {
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('access-control-allow-credentials', 'true');
    }
    const body = request.method === 'POST' ? await readBody(request) : '';
    const { failure } = standIn;
    if (failure === 'silent') return;
    if (body.startsWith('{')) {
      const bulk = JSON.parse(body) as { requests: readonly string[]; token_auth?: string };
      bulks.push({ hits: bulk.requests.length, token: bulk.token_auth });
      const tracked = failure === undefined ? record(bulk.requests.map(parseHit), bulk.token_auth) : 0;
      const status = failure ?? (tracked === 0 && bulk.requests.length > 0 ? 400 : 200);
      const invalid = bulk.requests.length - tracked;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: status === 200 ? 'success' : 'error', tracked, invalid }));
      return;
    }
    const hit = parseHit(body === '' ? query.toString() : body);
    const status = failure ?? (record([hit]) === 1 ? 200 : 400);
    sendStatus(response, status, hit['send_image'] !== '0');
  };
  let scriptRequests = 0;
  const sendScript = (response: ServerResponse) => {
    scriptRequests += 1;
    const { script } = standIn;
    if (script === 'silent') return;
    if (script === 'missing') response.writeHead(404).end();
    else {
      const text =
        script === 'runs'
          ? `(${runMatomoScript.toString()})();`
          : "throw new Error('The script does not run.');";
      response.writeHead(200, { 'content-type': 'application/javascript' }).end(text);
    }
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    if (url.pathname === `${path}/matomo.js`) sendScript(response);
    else if (url.pathname === `${path}/matomo.php`)
      track(request, response, url.searchParams).catch(() => response.destroy());
    else response.writeHead(404).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const standIn: MatomoStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    hits,
    bulks,
    get scriptRequests() {
      return scriptRequests;
    },
    failure: undefined,
    script: 'runs',
    stop: () => closeServer(server),
  };
  return standIn;
}

const parseHit = (query: string): MatomoHit => Object.fromEntries(new URLSearchParams(query));

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) throw new Error(`The body has more than ${maxBodyBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Stores the hot responses and sends them before the router. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { OperatingMode } from '@foyer/contract';
import { isHost, type Access } from '#platform/http/access';
import type { HotResponses, ResponsesByAudience } from '#platform/http/hot/hotResponses';
import {
  encodingFor,
  matchesEtag,
  prepareResponse,
  type PreparedResponse,
  type ResponseContent,
} from '#platform/http/hot/preparedResponse';
import type { Headers } from '#platform/http/headers';
import { apiPrefixes, type Caller } from '#platform/http/route';

interface Entry {
  readonly mode: OperatingMode;
  readonly responses: ResponsesByAudience;
}

/**
 * Finds the prepared response of a page, which depends on the language, and on the stage on the caller. Undefined if it
 * is not created yet or the caller cannot be authorized synchronously.
 */
export interface PreparedPages {
  findPrepared(mode: OperatingMode, url: string, headers: IncomingHttpHeaders): PreparedResponse | undefined;
}

export interface HotResponseTableDeps {
  readonly common: Headers;
  readonly findCachedReader: Access['findCachedReader'];
  readonly nextId: () => string;
}

export class HotResponseTable implements HotResponses {
  private readonly deps: HotResponseTableDeps;
  private readonly gets = new Map<string, Entry>();
  private readonly heads = new Map<string, Entry>();
  private pages: PreparedPages | undefined;
  private reservedSegments: ReadonlySet<string> = new Set();

  constructor(deps: HotResponseTableDeps) {
    this.deps = deps;
  }

  prepare(content: ResponseContent): Promise<PreparedResponse> {
    return prepareResponse(content, this.deps.common);
  }

  set(mode: OperatingMode, request: string, responses: ResponsesByAudience): void {
    const { table, url } = this.locate(mode, request);
    table.set(url, { mode, responses });
  }

  remove(mode: OperatingMode, request: string): void {
    const { table, url } = this.locate(mode, request);
    table.delete(url);
  }

  find(mode: OperatingMode, request: string, caller: Caller): PreparedResponse | undefined {
    const { table, url } = this.locate(mode, request);
    return responseFor(table.get(url), caller);
  }

  /** The response for a complete URL, for routes that have authorized the caller themselves. */
  findByUrl(method: string, url: string, caller: Caller): PreparedResponse | undefined {
    return responseFor(this.entry(method, url), caller);
  }

  /** Sets the web app's pages, which handle all paths except `others` and `/api`. */
  setPages(pages: PreparedPages, others: readonly string[]): void {
    this.pages = pages;
    this.reservedSegments = new Set(['api', ...others.map(firstSegment)]);
  }

  /**
   * Sends a response if one is prepared and the caller may receive it. Returns false to leave the request to the
   * router.
   */
  respond(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = '', url = '', headers, rawHeaders } = request;
    const entry = this.entry(method, url);
    if (entry !== undefined) {
      const caller = this.deps.findCachedReader(entry.mode, headers, rawHeaders);
      const prepared = caller && responseFor(entry, caller);
      if (prepared === undefined) return false;
      this.send(prepared, request, response);
      return true;
    }
    return (
      this.pages !== undefined &&
      (method === 'GET' || method === 'HEAD') &&
      this.respondWithPage(request, response)
    );
  }

  private respondWithPage(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', headers } = request;
    const isStage = url.startsWith('/stage/');
    if (this.reservedSegments.has(firstSegment(isStage ? url.slice(6) : url))) return false;
    const mode: OperatingMode = isStage ? 'STAGE' : 'LIVE';
    const prepared = this.pages?.findPrepared(mode, url, headers);
    if (prepared === undefined) return false;
    this.send(prepared, request, response);
    return true;
  }

  private entry(method: string, url: string): Entry | undefined {
    if (method === 'GET') return this.gets.get(url);
    return method === 'HEAD' ? (this.heads.get(url) ?? this.gets.get(url)) : undefined;
  }

  private locate(mode: OperatingMode, request: string): { table: Map<string, Entry>; url: string } {
    const [method, path = ''] = request.split(' ');
    if ((method !== 'GET' && method !== 'HEAD') || !path.startsWith('/')) {
      throw new Error(`Not a GET or HEAD request with a path: ${request}`);
    }
    return { table: method === 'GET' ? this.gets : this.heads, url: apiPrefixes[mode] + path };
  }

  /**
   * `x-request-id` is the last value of the shared header list. It is filled and sent synchronously, so requests cannot
   * mix.
   */
  private send(prepared: PreparedResponse, request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request;
    const form = prepared.forms[encodingFor(headers['accept-encoding']?.toString())];
    const tags = headers['if-none-match'];
    const unchanged = tags !== undefined && prepared.status === 200 && matchesEtag(tags, form.etag);
    const pairs = unchanged ? form.unchanged : form.headers;
    pairs[pairs.length - 1] = this.deps.nextId();
    response.writeHead(unchanged ? 304 : prepared.status, pairs);
    response.end(unchanged || request.method === 'HEAD' ? undefined : form.body);
  }
}

const responseFor = (entry: Entry | undefined, caller: Caller): PreparedResponse | undefined =>
  isHost(caller) ? entry?.responses.hosts : entry?.responses.others;

const firstSegment = (path: string): string => /^\/([^/?]*)/.exec(path)?.[1] ?? '';

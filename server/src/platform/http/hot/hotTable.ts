/** Stores the hot answers, and sends them before the router. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { OperatingMode } from '@foyer/contract';
import type { HotAnswers } from '#platform/http/hot/hotAnswers';
import {
  encodingFor,
  hasTag,
  makeReady,
  type ReadyAnswer,
  type ReadyContent,
} from '#platform/http/hot/readyAnswer';
import type { Headers } from '#platform/http/headers';

interface Entry {
  readonly mode: OperatingMode;
  readonly answer: ReadyAnswer;
}

/**
 * Finds the ready form of a page, which depends on the language, and on the stage on the caller. Undefined if it is not
 * created yet or the caller cannot be authorized synchronously.
 */
export interface ReadyPages {
  findReady(mode: OperatingMode, url: string, headers: IncomingHttpHeaders): ReadyAnswer | undefined;
}

export interface HotTableDeps {
  readonly common: Headers;
  readonly canReadFromCache: (
    mode: OperatingMode,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
  ) => boolean;
  readonly nextId: () => string;
}

const prefixes: Readonly<Record<OperatingMode, string>> = { LIVE: '/api', STAGE: '/stage/api' };

export class HotTable implements HotAnswers {
  private readonly deps: HotTableDeps;
  private readonly gets = new Map<string, Entry>();
  private readonly heads = new Map<string, Entry>();
  private pages: ReadyPages | undefined;
  private reservedSegments: ReadonlySet<string> = new Set();

  constructor(deps: HotTableDeps) {
    this.deps = deps;
  }

  prepare(content: ReadyContent): Promise<ReadyAnswer> {
    return makeReady(content, this.deps.common);
  }

  set(mode: OperatingMode, request: string, answer: ReadyAnswer): void {
    const { table, url } = this.locate(mode, request);
    table.set(url, { mode, answer });
  }

  remove(mode: OperatingMode, request: string): void {
    const { table, url } = this.locate(mode, request);
    table.delete(url);
  }

  find(mode: OperatingMode, request: string): ReadyAnswer | undefined {
    const { table, url } = this.locate(mode, request);
    return table.get(url)?.answer;
  }

  /** The answer for a complete URL, for routes that have authorized the caller themselves. */
  findUrl(method: string, url: string): ReadyAnswer | undefined {
    return this.entry(method, url)?.answer;
  }

  /** Sets the web app's pages, which answer all paths except `others` and `/api`. */
  setPages(pages: ReadyPages, others: readonly string[]): void {
    this.pages = pages;
    this.reservedSegments = new Set(['api', ...others.map(firstSegment)]);
  }

  /**
   * Sends an answer if one is ready and the caller may receive it. Returns false to leave the request to the router.
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = '', url = '', headers, rawHeaders } = request;
    const entry = this.entry(method, url);
    if (entry !== undefined) {
      if (!this.deps.canReadFromCache(entry.mode, headers, rawHeaders)) return false;
      this.send(entry.answer, request, response);
      return true;
    }
    return (
      this.pages !== undefined &&
      (method === 'GET' || method === 'HEAD') &&
      this.answerPage(request, response)
    );
  }

  private answerPage(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', headers } = request;
    const isStage = url.startsWith('/stage/');
    if (this.reservedSegments.has(firstSegment(isStage ? url.slice(6) : url))) return false;
    const mode: OperatingMode = isStage ? 'STAGE' : 'LIVE';
    const ready = this.pages?.findReady(mode, url, headers);
    if (ready === undefined) return false;
    this.send(ready, request, response);
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
    return { table: method === 'GET' ? this.gets : this.heads, url: prefixes[mode] + path };
  }

  /**
   * `x-request-id` is the last value of the shared header list. It is filled and sent synchronously, so requests cannot
   * mix.
   */
  private send(answer: ReadyAnswer, request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request;
    const form = answer.forms[encodingFor(headers['accept-encoding']?.toString())];
    const tags = headers['if-none-match'];
    const unchanged = tags !== undefined && answer.status === 200 && hasTag(tags, form.etag);
    const pairs = unchanged ? form.unchanged : form.headers;
    pairs[pairs.length - 1] = this.deps.nextId();
    response.writeHead(unchanged ? 304 : answer.status, pairs);
    response.end(unchanged || request.method === 'HEAD' ? undefined : form.body);
  }
}

const firstSegment = (path: string): string => /^\/([^/?]*)/.exec(path)?.[1] ?? '';

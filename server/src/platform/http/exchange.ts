/** A request with its response, and the call that handlers receive. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperatingMode } from '@foyer/contract';
import type { ResponseContext } from '#platform/http/send';
import type { Caller } from '#platform/http/route';

export interface Exchange extends ResponseContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly mode: OperatingMode;
  readonly address: string;
}

/** The argument of handlers. Expensive properties are created on first access. */
export class HandlerCall {
  readonly mode: OperatingMode;
  readonly caller: Caller;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly requestId: string;
  private readonly exchange: Exchange;
  private controller: AbortController | undefined;

  constructor(exchange: Exchange, caller: Caller, input: { params: unknown; query: unknown; body: unknown }) {
    this.exchange = exchange;
    this.mode = exchange.mode;
    this.caller = caller;
    this.params = input.params;
    this.query = input.query;
    this.body = input.body;
    this.requestId = exchange.requestId;
  }

  get method() {
    return this.exchange.request.method ?? '';
  }
  get headers() {
    return this.exchange.request.headers;
  }
  get address() {
    return this.exchange.address;
  }
  get url() {
    return this.exchange.request.url ?? '/';
  }
  get form() {
    return this.body instanceof URLSearchParams ? this.body : new URLSearchParams();
  }
  get signal(): AbortSignal {
    if (this.controller === undefined) {
      const controller = new AbortController();
      const { response } = this.exchange;
      response.once('close', () => {
        if (!response.writableFinished) controller.abort();
      });
      this.controller = controller;
    }
    return this.controller.signal;
  }
}

/**
 * The request pipeline: identifies the caller, enforces the policy, validates the input, runs the handler and sends the
 * response. Translates errors.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyBytes, type OperatingMode } from '@foyer/contract';
import type { Config } from '#platform/config/config';
import { checkOrigin, enforcePolicy, type Access } from '#platform/http/access';
import { parseJson, readForm, readJsonText, streamBody } from '#platform/http/body';
import { HandlerCall, type Exchange } from '#platform/http/exchange';
import type { HeaderKinds } from '#platform/http/headers';
import type { HotResponseTable } from '#platform/http/hot/hotResponseTable';
import type { Idempotency } from '#platform/http/idempotency';
import { errorPage } from '#platform/http/plainPage';
import { toRawResponse } from '#platform/http/hot/preparedResponse';
import { Raw, type AnyRoute, type Caller, type Page, type PageCall, type Policy } from '#platform/http/route';
import { sendJson, sendJsonText, sendRaw } from '#platform/http/send';
import { translateError, type TranslatedError } from '#platform/http/translate';
import { validateInput } from '#platform/http/validate';
import type { Log } from '#platform/log/log';
import { ApiError } from '#platform/apiError';
import type { StorageOutages } from '#platform/storageOutage';

export interface RequestPipelineDeps {
  readonly config: Pick<Config, 'publicUrl' | 'trustedProxies'>;
  readonly log: Log;
  readonly access: Access;
  readonly hot: HotResponseTable;
  readonly headers: HeaderKinds;
  readonly idempotency: Idempotency;
  readonly nextId: () => string;
  readonly stopping: () => boolean;
  readonly outages: Pick<StorageOutages, 'report'>;
}

/** Path and query parameters as parsed by the router. */
export interface RoutedParameters {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
}

const formBytes = 16 * 1024;
const changesState = (method: string | undefined): boolean => method !== 'GET' && method !== 'HEAD';

export class RequestPipeline {
  private readonly deps: RequestPipelineDeps;

  constructor(deps: RequestPipelineDeps) {
    this.deps = deps;
  }

  exchange(
    request: IncomingMessage,
    response: ServerResponse,
    mode: OperatingMode,
    address: string,
  ): Exchange {
    const { nextId, headers, stopping } = this.deps;
    return { request, response, mode, address, requestId: nextId(), common: headers.inert, stopping };
  }

  /** Handles a request to an endpoint of the contract. Never rejects. */
  async handleCall(exchange: Exchange, route: AnyRoute, routed: RoutedParameters): Promise<void> {
    try {
      const caller = await this.authorize(exchange, route.policy);
      const { request } = exchange;
      const prepared = this.deps.hot.findByUrl(request.method ?? '', request.url ?? '', caller);
      if (prepared !== undefined) sendRaw(exchange, toRawResponse(prepared, request.headers));
      else await this.runRoute(exchange, route, routed, caller);
    } catch (error) {
      this.sendError(exchange, error);
    }
  }

  /** Handles a page. Never rejects. */
  async handlePage(exchange: Exchange, page: Page, params: Readonly<Record<string, string>>): Promise<void> {
    try {
      const caller = await this.authorize(exchange, page.policy, page.allowsOtherOrigins);
      const { request } = exchange;
      const limit = page.bodyLimit ?? formBytes;
      const form = page.method === 'POST' ? await readForm(request, limit) : new URLSearchParams();
      const query = new URLSearchParams((request.url ?? '').split('?').slice(1).join('?'));
      const call: unknown = new HandlerCall(exchange, caller, { params, query, body: form });
      sendRaw(exchange, await page.handle(call as PageCall));
    } catch (error) {
      if (page.errorFormat === 'html') this.sendErrorPage(exchange, error);
      else this.sendError(exchange, error);
    }
  }

  /** Returns the caller, or throws an `ApiError` if the policy does not allow it. */
  async authorize(exchange: Exchange, policy: Policy, allowsOtherOrigins = false): Promise<Caller> {
    const { access, config } = this.deps;
    const { request, mode } = exchange;
    const { headers } = request;
    const caller = await this.identify(exchange, policy);
    if (!allowsOtherOrigins && headers.cookie !== undefined && changesState(request.method))
      checkOrigin(headers, config.publicUrl);
    enforcePolicy(policy, mode, caller, access.loginEnabled());
    return caller;
  }

  private async identify({ request, mode, address }: Exchange, policy: Policy): Promise<Caller> {
    const { byCookie = false, optionalCredentials = false } = policy.kind === 'anyone' ? policy : {};
    if (byCookie) return { kind: 'anonymous' };
    const { headers, rawHeaders } = request;
    try {
      return await this.deps.access.identify({ mode, headers, rawHeaders, address });
    } catch (error) {
      if (optionalCredentials && error instanceof ApiError && error.status < 500)
        return { kind: 'anonymous' };
      throw error;
    }
  }

  private async runRoute(
    exchange: Exchange,
    route: AnyRoute,
    routed: RoutedParameters,
    caller: Caller,
  ): Promise<void> {
    const { endpoint } = route;
    const params = endpoint.params && validateInput(endpoint.params, routed.params, 'parameter');
    const query = checkQuery(endpoint.query, routed.query);
    const limit = route.bodyLimit ?? bodyBytes;
    const { request } = exchange;
    if (endpoint.body === 'raw') {
      const body = streamBody(request, limit);
      const result = await route
        .handle(new HandlerCall(exchange, caller, { params, query, body }))
        .finally(() => body.destroy());
      this.sendResult(exchange, result);
      return;
    }
    const text = changesState(request.method) ? await readJsonText(request, limit) : undefined;
    const schema = endpoint.body;
    const run = async () => {
      const body = schema === 'text' ? (text ?? '') : checkBody(schema, text);
      return route.handle(new HandlerCall(exchange, caller, { params, query, body }));
    };
    const key = request.headers['idempotency-key'];
    if (!route.idempotent || key === undefined) {
      this.sendResult(exchange, await run());
      return;
    }
    const idempotentRequest = {
      caller,
      key: String(key),
      request: `${request.method} ${request.url}`,
      text: text ?? '',
    };
    const { status, body, isReplay } = await this.deps.idempotency.once(idempotentRequest, run);
    const headers = isReplay ? { 'idempotency-replayed': 'true' } : {};
    if (isReplay && status >= 400) this.sendStoredError(exchange, status, body);
    else sendJsonText(exchange, status, body, headers);
  }

  private sendResult(exchange: Exchange, result: unknown): void {
    if (result instanceof Raw) sendRaw(exchange, result.response);
    else if (result === undefined)
      sendRaw(exchange, { status: 204, headers: { 'cache-control': 'no-store' } });
    else sendJson(exchange, 200, result);
  }

  /** Sends a stored error with the id of the current request. */
  private sendStoredError(exchange: Exchange, status: number, body: string): void {
    const stored = JSON.parse(body) as object;
    const response = { ...stored, requestId: exchange.requestId };
    sendJson(exchange, status, response, { 'idempotency-replayed': 'true' });
  }

  sendError(exchange: Exchange, error: unknown, more: Readonly<Record<string, string>> = {}): void {
    const { status, response, headers } = this.translateAndLog(exchange, error);
    if (exchange.response.headersSent) exchange.response.destroy();
    else sendJson(exchange, status, response, { ...headers, ...more });
  }

  /** Like `sendError`, but sends an HTML page. */
  sendErrorPage(exchange: Exchange, error: unknown): void {
    const { status, response, headers } = this.translateAndLog(exchange, error);
    if (exchange.response.headersSent) {
      exchange.response.destroy();
      return;
    }
    const page = errorPage(this.deps.headers, response);
    sendRaw(exchange, { status, headers: { ...page.headers, ...headers }, body: page.body });
  }

  /** Logs one line per rejected request, with the request id that its response contains. */
  private translateAndLog(exchange: Exchange, error: unknown): TranslatedError {
    const { request, requestId, address, mode } = exchange;
    const translated = translateError(error, requestId);
    const { status, response, unexpected } = translated;
    const { method, url = '' } = request;
    const path = url.split('?')[0]?.slice(0, 300);
    const line = { requestId, method, path, mode, address, status, code: response.code };
    if (unexpected) this.deps.log.error({ ...line, err: error }, 'request failed');
    else this.deps.log.info(line, 'request rejected');
    this.deps.outages.report(error);
    return translated;
  }
}

function checkQuery(schema: AnyRoute['endpoint']['query'], query: unknown): unknown {
  if (schema !== undefined) return validateInput(schema, query, 'parameter');
  const [first] = Object.keys(query as object);
  if (first === undefined) return undefined;
  throw new ApiError(
    'invalidInput',
    `Unknown parameter: ${first.slice(0, 80).replaceAll(/[^\x20-\x7e]/g, '?')}.`,
  );
}

function checkBody(schema: Exclude<AnyRoute['endpoint']['body'], string>, text: string | undefined): unknown {
  const body = text === undefined || text === '' ? undefined : parseJson(text);
  if (schema !== undefined) {
    if (body === undefined && !acceptsUndefined(schema))
      throw new ApiError('missingParameter', 'The body is missing.');
    return validateInput(schema, body, 'field');
  }
  // Endpoints without a body accept an empty object, because some clients always send one.
  if (body === undefined || (typeof body === 'object' && body !== null && Object.keys(body).length === 0))
    return undefined;
  throw new ApiError('invalidInput', 'This endpoint does not accept a body.');
}

const acceptsUndefined = (schema: NonNullable<AnyRoute['endpoint']['params']>): boolean =>
  schema.safeParse(undefined).success;

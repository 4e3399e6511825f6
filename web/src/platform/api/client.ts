/** HTTP client for the endpoints of the contract: validates parameters, retries, and turns failures into `ApiError`. */
import {
  errorResponse,
  type ResponseOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
} from '@foyer/contract';
import * as z from 'zod/mini';
import { base } from '../base.ts';
import { noteServerTime } from '../time/serverTime.ts';
import { raiseGlobalError } from '../state/errors.ts';
import { authHook } from './authHook.ts';
import { useUser } from '../state/user.ts';
import { currentVisit } from '../visit/currentVisit.ts';
import { isAbort } from './abort.ts';
import { ApiError, globalErrorCodeOf, MissingParameterError } from './apiError.ts';
import { isUnreachable } from './reachability.ts';
import { send, type Request } from './send.ts';
import { retryDelay, waitForRetry, type WaitPlace } from './retry.ts';

export { ApiError, MissingParameterError } from './apiError.ts';

// Compiled parsers need eval, which the content security policy forbids.
z.config({ jitless: true });

type InputField<Name extends string, Value> = [Value] extends [undefined]
  ? { [N in Name]?: undefined }
  : { [N in Name]: Value };

export type CallInput<E extends Endpoint> = InputField<'params', ParamsOf<E>> &
  InputField<'query', QueryOf<E>> & {
    /** Bytes for endpoints with a `raw` body. */
    body?: E['body'] extends 'raw' ? Blob : BodyOf<E>;
    signal?: AbortSignal | undefined;
    /** `dialog` (default): a failure opens the error dialog. `console`: the caller reports it itself (ERROR-09). */
    report?: 'dialog' | 'console';
    /** False for calls that must not be retried automatically: sign-in, password reset, token refresh. */
    retry?: boolean;
    /** Where the wait for a retry is shown; by default where failures are. */
    waitPlace?: WaitPlace;
    /** True if 401 and 403 concern the requested resource and not the session (signing, sign-in). */
    keepsSession?: boolean;
    /** True for calls that create a session: they neither have a token nor wait for one. */
    withoutToken?: boolean;
    /** True for calls that must be sent even if the page is closed meanwhile. */
    keepalive?: boolean;
    /** The token of another session: sent instead of this page's token and without cookies. */
    as?: string;
  };

/** The bearer token is sent to this page's own origin only (ASSET-04). */
export function authorizationFor(url: string): Record<string, string> {
  const { authToken } = useUser.getState();
  if (!authToken || new URL(url, location.href).origin !== location.origin) return {};
  return { authorization: `Bearer ${authToken}` };
}

function assertValid(endpoint: Endpoint, part: 'params' | 'query' | 'body', value: unknown): void {
  const schema = endpoint[part];
  if (!schema || typeof schema === 'string') return;
  const result = z.safeParse(schema, value ?? (part === 'body' ? value : {}));
  if (result.success) return;
  for (const { path } of result.error.issues) {
    const found = path.reduce<unknown>(
      (inside, key) => (inside as Record<PropertyKey, unknown> | undefined)?.[key],
      value,
    );
    if (found === undefined || found === '') {
      throw new MissingParameterError(endpoint.name, path.map(String).join('.') || part);
    }
  }
  throw new TypeError(`${endpoint.name}: invalid ${part}: ${result.error.message}`);
}

type Plain = string | number | boolean | null | undefined;

function urlOf(endpoint: Endpoint, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, Plain>;
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null || value === '')
      throw new MissingParameterError(endpoint.name, name);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((query ?? {}) as Record<string, Plain>)) {
    if (value !== undefined && value !== null) search.set(key, String(value));
  }
  return `${base}/api${path}${search.size > 0 ? `?${search}` : ''}`;
}

async function readError(response: Response): Promise<ApiError> {
  const parsed = z.safeParse(errorResponse, await response.json().catch(() => undefined));
  const code = globalErrorCodeOf(response.status);
  const body = parsed.success ? parsed.data : undefined;
  return new ApiError(code, body?.errMsg ?? response.statusText, {
    status: response.status,
    serverCode: body?.code,
    requestId: body?.requestId ?? response.headers.get('x-request-id') ?? undefined,
    details: body?.details,
    retryAfter: response.headers.get('retry-after'),
  });
}

/** The response body as its endpoint declares it; a blob for `raw`. */
export type CallResult<E extends Endpoint> = E['response'] extends 'raw' ? Blob : ResponseOf<E>;

async function parseResponse(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (!endpoint.response) return undefined;
  if (endpoint.response === 'raw') return response.blob();
  const parsed = z.safeParse(endpoint.response, await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  // A captive portal, or another server.
  throw new ApiError('PROCESSING_ERROR', `${endpoint.name}: unexpected response body`, {
    status: response.status,
  });
}

type Reporting = Pick<CallInput<Endpoint>, 'report' | 'keepsSession'>;

interface Outcome {
  readonly result: Response | ApiError;
  /** The user's token with which the request was sent. */
  readonly usedToken: string | null;
}

/** @throws DOMException `AbortError` if the error ends the visit: then nothing else is to be reported */
function report(
  error: ApiError,
  usedToken: string | null,
  signal: AbortSignal,
  { report: place = 'dialog', keepsSession = false }: Reporting,
): void {
  const isSessionError = !keepsSession && (error.status === 401 || error.status === 403);
  const isReported = isSessionError && authHook()?.handleRejection(error.status, usedToken);
  signal.throwIfAborted();
  if (isReported) return;
  if (place === 'dialog') raiseGlobalError(error.code, error.message, error.requestId);
}

/**
 * Sends the request once. Returns the response or the error, and the token; throws only if the request is aborted.
 * @param token that of another session, or whether to send that of this page
 */
async function attempt(url: string, request: Request, token: string | boolean): Promise<Outcome> {
  const as = typeof token === 'string' && token;
  let usedToken: string | null = null;
  const outcome = (result: Response | ApiError): Outcome => ({ result, usedToken });
  try {
    if (token === true) {
      await authHook()?.ready();
      usedToken = useUser.getState().authToken;
    }
    const headers = {
      ...request.headers,
      ...(token === true && authorizationFor(url)),
      ...(as && { authorization: `Bearer ${as}` }),
    };
    const response = await send(url, {
      ...request,
      headers,
      ...(as && { credentials: 'omit' }),
    });
    noteServerTime(response);
    return outcome(response.ok ? response : await readError(response));
  } catch (error) {
    if (request.signal?.aborted || isAbort(error)) throw error;
    if (error instanceof ApiError) return outcome(error);
    return outcome(new ApiError('NOT_REACHABLE', error instanceof Error ? error.message : 'no response'));
  }
}

/**
 * Calls an endpoint and returns its parsed response. A call with the token of the user ends with their visit: an answer that
 * arrives later must not concern the next user. It is the visit in which `call` is called: a caller that waits for something
 * else before passes the signal of its own visit.
 * @throws MissingParameterError before sending if a required parameter is missing
 * @throws TypeError before sending if the input is invalid in another way
 * @throws ApiError if the call has failed after all retries
 * @throws DOMException `AbortError` if the signal is aborted or the visit ends, also by the rejection of this call
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallResult<E>> {
  const { params, query, body, report: place = 'dialog', retry = true } = input;
  const token = input.as ?? !input.withoutToken;
  const signals = token === true ? [currentVisit().signal] : [];
  if (input.signal) signals.push(input.signal);
  const signal = AbortSignal.any(signals);
  const url = urlOf(endpoint, params, query);
  assertValid(endpoint, 'params', params);
  assertValid(endpoint, 'query', query);
  assertValid(endpoint, 'body', body);
  const { method } = endpoint;
  const { keepalive = false } = input;
  // All attempts have the same key: a retry of a request that did arrive has no second effect.
  const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {};
  const waitPlace = input.waitPlace ?? (place === 'dialog' ? 'dialog' : 'nowhere');
  for (let retries = 0; ; retries += 1) {
    const { result, usedToken } = await attempt(url, { method, body, headers, signal, keepalive }, token);
    signal.throwIfAborted();
    if (result instanceof Response) {
      try {
        return (await parseResponse(endpoint, result)) as CallResult<E>;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof ApiError) report(error, usedToken, signal, input);
        throw error;
      }
    }
    const delay = retry
      ? retryDelay({ method, status: result.status, retryAfter: result.retryAfter, retries })
      : undefined;
    const { code, status, requestId } = result;
    const about = { code, status, place: waitPlace, requestId, untilReachable: isUnreachable(result) };
    if (delay === undefined || !(await waitForRetry(delay, about, signal))) {
      report(result, usedToken, signal, input);
      throw result;
    }
  }
}

/** Calls the server by the contract's endpoint declarations: parameters checked, retried as specified, failures named. */
import {
  errorAnswer,
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
} from '@foyer/contract';
import * as z from 'zod/mini';
import { base } from '../base.ts';
import { noteServerTime } from '../time/serverTime.ts';
import { raiseGlobalError } from '../state/errors.ts';
import { authHook } from '../session/authHook.ts';
import { useUser } from '../state/user.ts';
import { isAbort } from './abort.ts';
import { ApiError, globalErrorCodeOf, MissingParameterError } from './apiError.ts';
import { send, type Request } from './send.ts';
import { retryDelay, waitForRetry, type WaitPlace } from './retry.ts';

export { ApiError, MissingParameterError } from './apiError.ts';

// Compiled parsers need eval, which the content security policy forbids.
z.config({ jitless: true });

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? { [N in Name]?: undefined }
  : { [N in Name]: Value };

export type CallInput<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  Given<'query', QueryOf<E>> & {
    /** Bytes for what takes `raw`. */
    body?: E['body'] extends 'raw' ? Blob : BodyOf<E>;
    signal?: AbortSignal | undefined;
    /** `dialog` (default): a failure opens the error dialog. `console`: the caller tells it in its own place (ERROR-09). */
    report?: 'dialog' | 'console';
    /** False for calls that must never be repeated by themselves: sign-in, reset, refresh. */
    retry?: boolean;
    /** Where a wait for the next try is told; by default where failures are. */
    waitPlace?: WaitPlace;
    /** True where 401 and 403 speak of the thing asked for and not of the session (signing, sign-in). */
    keepsSession?: boolean;
    /** True for calls that bring a session about, and so neither have a token nor wait for one. */
    withoutToken?: boolean;
    /** True for calls that arrive though the page goes meanwhile. */
    keepalive?: boolean;
    /** A token to go by, and nothing else: neither that of this page nor a cookie. */
    as?: string;
  };

/** A bearer token goes to this page's own origin and nowhere else (ASSET-04). */
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
    const given = path.reduce<unknown>(
      (inside, key) => (inside as Record<PropertyKey, unknown> | undefined)?.[key],
      value,
    );
    if (given === undefined || given === '') {
      throw new MissingParameterError(endpoint.name, path.map(String).join('.') || part);
    }
  }
  throw new TypeError(`${endpoint.name}: ${part} does not fit: ${result.error.message}`);
}

type Plain = string | number | boolean | null | undefined;

function urlOf(endpoint: Endpoint, params: unknown, query: unknown): string {
  const given = (params ?? {}) as Record<string, Plain>;
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = given[name];
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
  const parsed = z.safeParse(errorAnswer, await response.json().catch(() => undefined));
  const code = globalErrorCodeOf(response.status);
  const said = parsed.success ? parsed.data : undefined;
  return new ApiError(code, said?.errMsg ?? response.statusText, {
    status: response.status,
    serverCode: said?.code,
    requestId: said?.requestId ?? response.headers.get('x-request-id') ?? undefined,
    details: said?.details,
    retryAfter: response.headers.get('retry-after'),
  });
}

/** The answer as its endpoint declares it; bytes for `raw`. */
export type CallResult<E extends Endpoint> = E['answer'] extends 'raw' ? Blob : AnswerOf<E>;

async function parseResponse(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (!endpoint.answer) return undefined;
  if (endpoint.answer === 'raw') return response.blob();
  const parsed = z.safeParse(endpoint.answer, await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  // A captive portal's page, or a server of another kind: an answer, but not ours.
  throw new ApiError('PROCESSING_ERROR', `${endpoint.name}: the answer does not fit`, {
    status: response.status,
  });
}

type Reporting = Pick<CallInput<Endpoint>, 'report' | 'keepsSession'>;

function report(error: ApiError, { report: place = 'dialog', keepsSession = false }: Reporting): void {
  const isOfSession = !keepsSession && (error.status === 401 || error.status === 403);
  if (isOfSession && authHook()?.refused(error.status)) return;
  if (place === 'dialog') raiseGlobalError(error.code, error.message, error.requestId);
}

/** The answer, or why there is none. Being aborted is neither, and is thrown. */
async function attempt(
  url: string,
  request: Request,
  { withoutToken = false, as }: Pick<CallInput<Endpoint>, 'withoutToken' | 'as'>,
): Promise<Response | ApiError> {
  try {
    const isOwn = !withoutToken && as === undefined;
    if (isOwn) await authHook()?.ready();
    const headers = {
      ...request.headers,
      ...(isOwn && authorizationFor(url)),
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
    };
    const response = await send(url, {
      ...request,
      headers,
      ...(as !== undefined && { credentials: 'omit' }),
    });
    noteServerTime(response);
    return response.ok ? response : await readError(response);
  } catch (error) {
    if (request.signal?.aborted || isAbort(error)) throw error;
    if (error instanceof ApiError) return error;
    return new ApiError('NOT_REACHABLE', error instanceof Error ? error.message : 'no response');
  }
}

/**
 * Sends a call and answers with what the endpoint declares.
 * @throws MissingParameterError before sending, naming the parameter
 * @throws ApiError when it failed, after the specified retries
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallResult<E>> {
  const { params, query, body, signal, report: place = 'dialog', retry = true } = input;
  const url = urlOf(endpoint, params, query);
  assertValid(endpoint, 'params', params);
  assertValid(endpoint, 'query', query);
  assertValid(endpoint, 'body', body);
  const { method } = endpoint;
  const { keepalive = false } = input;
  // One key for all tries: a retry of what did arrive changes nothing twice.
  const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {};
  const waitPlace = input.waitPlace ?? (place === 'dialog' ? 'dialog' : 'nowhere');
  for (let retries = 0; ; retries += 1) {
    const result = await attempt(url, { method, body, headers, signal, keepalive }, input);
    if (result instanceof Response) {
      try {
        return (await parseResponse(endpoint, result)) as CallResult<E>;
      } catch (error) {
        if (error instanceof ApiError) report(error, input);
        throw error;
      }
    }
    const delay = retry
      ? retryDelay({ method, status: result.status, retryAfter: result.retryAfter, retries })
      : undefined;
    const { code, status, requestId } = result;
    if (
      delay === undefined ||
      !(await waitForRetry(delay, { code, status, place: waitPlace, requestId }, signal))
    ) {
      report(result, input);
      throw result;
    }
  }
}

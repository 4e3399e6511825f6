import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';

/**
 * The declaration of an HTTP endpoint. The server's routes, the web client's calls and the OpenAPI document are derived
 * from it. `path` is below `/api` or `/stage/api`; path parameters are written `:name`.
 */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  /** For the OpenAPI document, without a full stop at the end. */
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  /** `raw`: bytes of the media type in Content-Type. `text`: JSON text that the handler parses. */
  readonly body?: Body | 'raw' | 'text';
  /** `raw`: bytes. Absent: the response has no body. */
  readonly response?: Answer | 'raw';
  /** Error codes in addition to invalidInput, missingParameter, tooManyRequests, internal and unavailable. */
  readonly errors?: readonly ErrorCode[];
  /** An example request. A test sends it to a server with the demo venue. */
  readonly example: {
    params?: Record<string, string>;
    query?: Record<string, string>;
    body?: unknown;
    response?: unknown;
  };
}

/** Declares an endpoint with its literal types: handlers receive a different body for `raw`, `text` and a schema. */
// @__NO_SIDE_EFFECTS__
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

type Inferred<S> = S extends z.ZodMiniType ? z.infer<S> : undefined;
export type ParamsOf<E extends Endpoint> = Inferred<E['params']>;
export type QueryOf<E extends Endpoint> = Inferred<NonNullable<E['query']>>;
export type BodyOf<E extends Endpoint> = Inferred<NonNullable<E['body']>>;
export type ResponseOf<E extends Endpoint> = Inferred<NonNullable<E['response']>>;

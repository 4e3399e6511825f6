import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call, declared once: the server routes by it, the client calls by it, the OpenAPI document is made of it.
 * `path` is below `/api` (or `/stage/api`), parameters as `:name`.
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
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  /** `raw`: the body is bytes of the media type in Content-Type; `text`: JSON text the handler parses itself. */
  readonly body?: Body | 'raw' | 'text';
  /** `raw`: bytes; absent: no body. */
  readonly answer?: Answer | 'raw';
  /** What it may be refused with, beside invalidInput, missingParameter, tooManyRequests, internal and unavailable. */
  readonly errors?: readonly ErrorCode[];
  /** A call that a test sends as it stands, against the demo venue. */
  readonly example: {
    params?: Record<string, string>;
    query?: Record<string, string>;
    body?: unknown;
    answer?: unknown;
  };
}

/** Declares an endpoint and keeps its types, to the letter: whether the body is `raw` or `text` decides what a handler gets. */
// @__NO_SIDE_EFFECTS__
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

type Inferred<S> = S extends z.ZodMiniType ? z.infer<S> : undefined;
export type ParamsOf<E extends Endpoint> = Inferred<E['params']>;
export type QueryOf<E extends Endpoint> = Inferred<NonNullable<E['query']>>;
export type BodyOf<E extends Endpoint> = Inferred<NonNullable<E['body']>>;
export type AnswerOf<E extends Endpoint> = Inferred<NonNullable<E['answer']>>;

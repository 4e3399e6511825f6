/** How a feature declares what it answers: an endpoint of the contract, who may call it, and what happens. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { AnswerOf, BodyOf, Endpoint, OperatingMode, ParamsOf, QueryOf, Role } from '@foyer/contract';

/** Who calls: the configured administrator's key, a person with roles, or nobody known. */
export type Caller =
  | { readonly kind: 'nobody' }
  /** Whoever holds the administrator's key. */
  | { readonly kind: 'operator'; readonly name: string; readonly roles: readonly Role[] }
  /** A browser that opened a stage link. */
  | { readonly kind: 'stage'; readonly roles: readonly Role[] };

/** One call, checked against its endpoint's schemas. */
export interface Call<E extends Endpoint> {
  readonly mode: OperatingMode;
  readonly caller: Caller;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  /** The checked body; for `text` a string, for `raw` a stream. */
  readonly body: E['body'] extends 'raw' ? Readable : E['body'] extends 'text' ? string : BodyOf<E>;
  readonly headers: IncomingHttpHeaders;
  /** The caller's network address, seen through the trusted proxies. */
  readonly address: string;
  readonly requestId: string;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
}

/** An answer with more than a JSON body. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: Buffer | Readable | undefined;
  /** All headers are there: those that every answer has are not added. */
  readonly complete?: boolean;
}

/**
 * Who may call. Every route names one; a route without a policy stops the start.
 * `anyone`: in LIVE nobody is refused; below /stage still only who may see the stage, unless `evenOnStage`.
 */
export type Policy =
  | { readonly kind: 'anyone'; readonly evenOnStage?: boolean }
  /** Who may see the venue in this mode: in LIVE everybody while login is not enabled, on STAGE designers and administrators. */
  | { readonly kind: 'venueReader' }
  | { readonly kind: 'roles'; readonly roles: readonly Role[] };

export const anyone: Policy = { kind: 'anyone' };
export const venueReader: Policy = { kind: 'venueReader' };
export const designer: Policy = { kind: 'roles', roles: ['ROLE_DESIGNER', 'ROLE_ADMIN'] };

export interface Route<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  readonly policy: Policy;
  /** Largest body in bytes where it differs from `limits.bodyBytes`. */
  readonly bodyLimit?: number;
  /**
   * A POST that honours `Idempotency-Key`: the same key, caller and body within 24 hours answers what was answered
   * first, without calling `handle` again.
   */
  readonly idempotent?: boolean;
  /** Answers with a value of the endpoint's answer schema, or with `raw(...)`. Refuses by throwing a `Refusal`. */
  readonly handle: (call: Call<E>) => Promise<AnswerOf<E> | Raw | void>;
}
export type AnyRoute = Route<Endpoint>;

/** Marks an answer that is sent as it stands. */
export class Raw {
  readonly answer: RawAnswer;
  constructor(answer: RawAnswer) {
    this.answer = answer;
  }
}
export const raw = (answer: RawAnswer): Raw => new Raw(answer);

/** Declares a route and forgets its types for the list it stands in. */
export const route = <E extends Endpoint>(declaration: Route<E>): AnyRoute => declaration;

/** A request for something that is no call of the contract: a page, a file, a signed address. */
export interface PageCall {
  readonly mode: OperatingMode;
  readonly caller: Caller;
  /** `:name` parts of the path, decoded; `*` is the rest of a path that ends with one. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Path and query as they came. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The fields of a posted form; empty for GET. */
  readonly form: URLSearchParams;
  readonly address: string;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/**
 * What is answered outside `/api`. Paths are whole, parameters as `:name`; a GET page answers HEAD as well. The mode is
 * STAGE below `/stage/`, LIVE elsewhere, unless `mode` says otherwise (`/backend-assets/preview/…` is STAGE).
 */
export interface Page {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly policy: Policy;
  readonly mode?: OperatingMode;
  /** Refusals are JSON, as for calls, or a small page for people (`html`). */
  readonly refusals?: 'json' | 'html';
  readonly handle: (call: PageCall) => Promise<RawAnswer>;
}

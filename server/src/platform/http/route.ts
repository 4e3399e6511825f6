/** How a feature declares what it answers: an endpoint of the contract, who may call it, and what happens. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { AnswerOf, BodyOf, Endpoint, OperatingMode, ParamsOf, QueryOf, Role } from '@foyer/contract';

/** A person who is logged in. */
export interface AccountCaller {
  readonly kind: 'account';
  readonly accountId: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly sessionId: string;
}

/** A browser that opened a stage link. */
export interface StageCaller {
  readonly kind: 'stage';
  readonly roles: readonly Role[];
  /** What the link opened: as long as it stands, this caller is one. */
  readonly sessionId: string;
}

/** Who calls: the configured administrator's key, a person with roles, a guest, or nobody known. */
export type Caller =
  | { readonly kind: 'nobody' }
  /** Whoever holds the administrator's key. */
  | { readonly kind: 'operator'; readonly name: string; readonly roles: readonly Role[] }
  | AccountCaller
  /** A visitor of an anonymous venue with an identity that this server signed (ROLE-04): `anon-…`. */
  | { readonly kind: 'guest'; readonly guestId: string; readonly roles: readonly Role[] }
  | StageCaller;

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
  readonly headers: Readonly<Record<string, string | number | readonly string[]>>;
  readonly body?: Buffer | string | Readable | undefined;
  /** All headers are there: those that every answer has are not added. */
  readonly complete?: boolean;
}

/**
 * Who may call. Every route names one; a route without a policy stops the start. Below /stage all but `evenOnStage` is
 * for those who may see the stage, too: designers, administrators, and who has opened a stage link.
 */
export type Policy =
  /**
   * In LIVE nobody is refused. `byCookie`: the Authorization header is not looked at, so that an ID token that has run
   * out is in nobody's way to a new one; the caller is `nobody`.
   */
  | { readonly kind: 'anyone'; readonly evenOnStage?: boolean; readonly byCookie?: boolean }
  /** Who may see the venue in this mode: in LIVE everybody while login is not enabled, else whoever is logged in. */
  | { readonly kind: 'venueReader' }
  | { readonly kind: 'roles'; readonly roles: readonly Role[]; readonly who: string }
  /** A person who is logged in: see `accountOf`. */
  | { readonly kind: 'account' }
  /** A person who is logged in, or a guest of an anonymous venue: see `attendeeIdOf`. */
  | { readonly kind: 'attendee' };

export const anyone: Policy = { kind: 'anyone' };
/** Also on the stage: what says nothing about a venue. */
export const everybody: Policy = { kind: 'anyone', evenOnStage: true };
/** Signing in and all that comes before it: also on the stage, and whatever the Authorization header says. */
export const beforeLogin: Policy = { kind: 'anyone', evenOnStage: true, byCookie: true };
export const venueReader: Policy = { kind: 'venueReader' };
export const designer: Policy = {
  kind: 'roles',
  roles: ['ROLE_DESIGNER', 'ROLE_ADMIN'],
  who: 'designers and administrators',
};
export const host: Policy = {
  kind: 'roles',
  roles: ['ROLE_HOST', 'ROLE_ADMIN'],
  who: 'hosts and administrators',
};
export const administrator: Policy = { kind: 'roles', roles: ['ROLE_ADMIN'], who: 'administrators' };
export const account: Policy = { kind: 'account' };
export const attendee: Policy = { kind: 'attendee' };

/** The caller of a route whose policy is `account`. */
export function accountOf(caller: Caller): AccountCaller {
  if (caller.kind !== 'account') throw new Error(`a route for accounts was called by ${caller.kind}`);
  return caller;
}

/** The id of the caller of a route whose policy is `attendee`: of an account or a guest (`anon-…`). */
export function attendeeIdOf(caller: Caller): string {
  if (caller.kind === 'account') return caller.accountId;
  if (caller.kind === 'guest') return caller.guestId;
  throw new Error(`a route for attendees was called by ${caller.kind}`);
}

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
  /** Largest posted form in bytes where it differs from 16 kB. */
  readonly bodyLimit?: number;
  /** Pages of other origins post here, as identity providers do: what they send must prove itself, cookies prove nothing. */
  readonly fromElsewhere?: boolean;
  readonly handle: (call: PageCall) => Promise<RawAnswer>;
}

/** How features declare routes: an endpoint of the contract, a policy and a handler. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import {
  urlLength,
  type ResponseOf,
  type BodyOf,
  type Endpoint,
  type OperatingMode,
  type ParamsOf,
  type QueryOf,
  type Role,
} from '@foyer/contract';
import { networkOf } from '#platform/http/network';

/** Longer URLs are rejected. The URL of an asset may be a parameter, percent-encoded. */
export const maxUrlLength = 4 * urlLength;

/** What the paths of endpoints begin with. */
export const apiPrefixes: Readonly<Record<OperatingMode, string>> = { LIVE: '/api', STAGE: '/stage/api' };

/** A logged-in user. */
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
  /** The stage session of the link. The caller is valid as long as it exists. */
  readonly sessionId: string;
}

/** The caller: the administrator's key, a logged-in user, a guest, a stage link, or unidentified (`anonymous`). */
export type Caller =
  | { readonly kind: 'anonymous' }
  /** A caller with the administrator's key. */
  | { readonly kind: 'operator'; readonly name: string; readonly roles: readonly Role[] }
  | AccountCaller
  /** A visitor of an anonymous venue with an identity that this server signed (ROLE-04): `anon-…`. */
  | { readonly kind: 'guest'; readonly guestId: string; readonly roles: readonly Role[] }
  | StageCaller;

/**
 * The key of a rate limit for each user: the id of a user or guest, the session of a stage link, the name of an operator,
 * or the network of an anonymous caller.
 */
export function rateLimitKeyOf(caller: Caller, address: string): string {
  switch (caller.kind) {
    case 'account':
      return caller.accountId;
    case 'guest':
      return caller.guestId;
    case 'stage':
      return caller.sessionId;
    case 'operator':
      return caller.name;
    default:
      return networkOf(address);
  }
}

/** A request whose input has been validated against the schemas of its endpoint. */
export interface Call<E extends Endpoint> {
  readonly mode: OperatingMode;
  /** As received: a GET endpoint also handles HEAD. */
  readonly method: string;
  readonly caller: Caller;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  /** The validated body; for `text` a string, for `raw` a stream. */
  readonly body: E['body'] extends 'raw' ? Readable : E['body'] extends 'text' ? string : BodyOf<E>;
  readonly headers: IncomingHttpHeaders;
  /** The caller's network address, seen through the trusted proxies. */
  readonly address: string;
  readonly requestId: string;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
}

/** A response with its own status and headers. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | readonly string[]>>;
  readonly body?: Buffer | string | Readable | undefined;
  /** The headers are complete: the common headers are not added. */
  readonly complete?: boolean;
}

/**
 * Who may call. The server does not start if a route has no policy. Below /stage, all policies except those with
 * `evenOnStage` also require access to the stage: a designer, an administrator or a stage link.
 */
export type Policy =
  /**
   * In LIVE everyone is allowed. `byCookie`: the Authorization header is ignored, so that an expired ID token does not
   * prevent getting a new one; the caller is `anonymous`. `optionalCredentials`: a caller with invalid or expired
   * credentials is `anonymous` instead of rejected.
   */
  | {
      readonly kind: 'anyone';
      readonly evenOnStage?: boolean;
      readonly byCookie?: boolean;
      readonly optionalCredentials?: boolean;
    }
  /** Callers who may see the venue in this mode: in LIVE everyone, or logged-in users if a login is required. */
  | { readonly kind: 'venueReader' }
  | { readonly kind: 'roles'; readonly roles: readonly Role[]; readonly who: string }
  /** A logged-in user, see `accountOf`. */
  | { readonly kind: 'account' }
  /** A logged-in user, or a guest of an anonymous venue, see `attendeeIdOf`. */
  | { readonly kind: 'attendee' };

export const anyone: Policy = { kind: 'anyone' };
/** Everyone, also on the stage: for responses that reveal nothing about a venue. */
export const anyoneEvenOnStage: Policy = { kind: 'anyone', evenOnStage: true };
/** Everyone with a signed URL: the handler must verify the signature. A request without one needs a policy of its own. */
export const signedUrl: Policy = { kind: 'anyone', evenOnStage: true };
/** Signing in and everything before it: also on the stage, and independent of the Authorization header. */
export const beforeLogin: Policy = { kind: 'anyone', evenOnStage: true, byCookie: true };
/** Everyone, also on the stage and with any Authorization header, which identifies the caller if it is valid. */
export const anyoneEvenExpired: Policy = { kind: 'anyone', evenOnStage: true, optionalCredentials: true };
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
  if (caller.kind !== 'account') throw new Error(`The caller of an account route is ${caller.kind}`);
  return caller;
}

/** The id of the caller of a route whose policy is `attendee`: of an account or a guest (`anon-…`). */
export function attendeeIdOf(caller: Caller): string {
  if (caller.kind === 'account') return caller.accountId;
  if (caller.kind === 'guest') return caller.guestId;
  throw new Error(`The caller of an attendee route is ${caller.kind}`);
}

export interface Route<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  readonly policy: Policy;
  /** Maximum body size in bytes; default `limits.bodyBytes`. */
  readonly bodyLimit?: number;
  /**
   * Whether a POST supports `Idempotency-Key`: the same key, caller and body within 24 hours get the first response,
   * without calling `handle` again.
   */
  readonly idempotent?: boolean;
  /** Returns a value of the endpoint's response schema, or `raw(...)`. Throws an `ApiError` to reject the call. */
  readonly handle: (call: Call<E>) => Promise<ResponseOf<E> | Raw | void>;
}
export type AnyRoute = Route<Endpoint>;

/** Marks a response that is sent unchanged. */
export class Raw {
  readonly response: RawResponse;
  constructor(response: RawResponse) {
    this.response = response;
  }
}
export const raw = (response: RawResponse): Raw => new Raw(response);

/** Declares a route with inferred types, and returns it without them, for lists. */
export const route = <E extends Endpoint>(declaration: Route<E>): AnyRoute => declaration;

/** A request outside the contract: for a page, a file or a signed URL. */
export interface PageCall {
  readonly mode: OperatingMode;
  readonly caller: Caller;
  /** `:name` parts of the path, decoded; `*` is the rest of a path that ends with one. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Path and query as received. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The fields of a posted form; empty for GET. */
  readonly form: URLSearchParams;
  readonly address: string;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/**
 * A page or file outside `/api`. `path` is complete, with parameters as `:name`; a GET page also handles HEAD. The mode
 * is STAGE below `/stage/` and LIVE elsewhere, unless `mode` is set (`/backend-assets/preview/…` is STAGE).
 */
export interface Page {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly policy: Policy;
  readonly mode?: OperatingMode;
  /** The format of errors: JSON as for endpoints, or an HTML page. Default JSON. */
  readonly errorFormat?: 'json' | 'html';
  /** Maximum size of a posted form in bytes; default 16 KiB. */
  readonly bodyLimit?: number;
  /**
   * Whether pages of other origins may post here, as identity providers do. The handler must authenticate the form
   * itself, without cookies.
   */
  readonly allowsOtherOrigins?: boolean;
  readonly handle: (call: PageCall) => Promise<RawResponse>;
}

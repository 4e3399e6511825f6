/** What the HTTP frame asks about callers; the access feature answers it, app.ts wires the two. */
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '#platform/refusal';
import type { OperatingMode, Role } from '@foyer/contract';
import type { Caller, Policy } from '#platform/http/route';

export interface Credentials {
  readonly mode: OperatingMode;
  readonly headers: IncomingHttpHeaders;
  /** Names and values as they came: shows a header that came twice. */
  readonly rawHeaders: readonly string[];
  readonly address: string;
}

export interface Access {
  /** Who calls. Credentials that are there and wrong are refused: `unauthorized`, `tooManyRequests` after many. */
  identify(credentials: Credentials): Promise<Caller>;
  /** Whether a `venueReader` answer may go out without waiting; false also where it would take a look into the storage. */
  canReadFromCache(mode: OperatingMode, headers: IncomingHttpHeaders, rawHeaders: readonly string[]): boolean;
  /** Who a caller is by now, for what goes on longer than a request; undefined where they may not be here any more. */
  recheck(mode: OperatingMode, caller: Caller): Promise<Caller | undefined>;
  /** Whether the live venue asks for a login (LOGIN-19). */
  loginEnabled(): boolean;
}

/** Whether these roles open the stage (ROLE-02). */
export const hasStageRole = (roles: readonly Role[]): boolean =>
  roles.some((role) => role === 'ROLE_DESIGNER' || role === 'ROLE_ADMIN');

/** Whether a caller may see what is staged. */
export const maySeeStage = (caller: Caller): boolean =>
  caller.kind === 'stage' ||
  ((caller.kind === 'operator' || caller.kind === 'account') && hasStageRole(caller.roles));

/** Whether a caller may see the live venue. */
export const maySeeLive = (caller: Caller, loginEnabled: boolean): boolean =>
  !loginEnabled || caller.kind === 'account' || caller.kind === 'operator';

/** 401 where nobody is known who could be told that they may not: a log in may help. */
function rejectUnknownCaller(caller: Caller, errMsg: string): void {
  if (caller.kind === 'nobody') throw new Refusal('unauthorized', errMsg);
}

/** Refuses a caller that the policy does not let in: 401 where nobody is known, 403 where somebody may not. */
export function enforcePolicy(
  policy: Policy,
  mode: OperatingMode,
  caller: Caller,
  loginEnabled: boolean,
): void {
  if (policy.kind === 'anyone' && policy.evenOnStage) return;
  if (mode === 'STAGE') enforceStageAccess(caller);
  if (policy.kind === 'anyone') return;
  if (policy.kind === 'venueReader') {
    if (mode === 'STAGE' || maySeeLive(caller, loginEnabled)) return;
    throw new Refusal('unauthorized', 'This venue asks for a login.');
  }
  if (policy.kind === 'roles') {
    rejectUnknownCaller(
      caller,
      "This call needs a login with more rights, or the administrator's key: Authorization: Bearer …",
    );
    if (caller.kind !== 'nobody' && caller.roles.some((role) => policy.roles.includes(role))) return;
    throw new Refusal('forbidden', `This call is for ${policy.who}.`);
  }
  rejectUnknownCaller(caller, 'This call needs a login.');
  if (caller.kind === 'account' || (caller.kind === 'guest' && policy.kind === 'attendee')) return;
  throw new Refusal('forbidden', 'This call is for a person who is logged in.');
}

function enforceStageAccess(caller: Caller): void {
  if (maySeeStage(caller)) return;
  if (caller.kind === 'account')
    throw new Refusal('forbidden', 'The stage is for designers and administrators.');
  throw new Refusal(
    'unauthorized',
    "The stage is for designers: log in as one, open it with a stage link, or send the administrator's key.",
  );
}

/**
 * A request that changes something and rides on a cookie must come from a page of ours. Without an Origin only a bearer
 * header will do: no page of others can send one.
 */
export function checkOrigin(headers: IncomingHttpHeaders, publicUrl: string): void {
  const { origin } = headers;
  if (origin === undefined) {
    if (headers.authorization !== undefined) return;
    throw new Refusal(
      'forbidden',
      'A request that carries a cookie and changes something needs an Origin header.',
    );
  }
  if (!isOwnOrigin(headers, publicUrl))
    throw new Refusal('forbidden', 'This request came from a page of another origin.');
}

/** Whether the Origin header is there and names us. */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return false;
  // Beside the public address, the address under which the browser itself reaches this server.
  return (
    origin === publicUrl || (host !== undefined && URL.canParse(origin) && new URL(origin).host === host)
  );
}

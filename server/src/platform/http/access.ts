/** Authorization of callers: the interface that the access feature implements, and the enforcement of policies. */
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '#platform/apiError';
import { hasHostRole, type OperatingMode, type Role } from '@foyer/contract';
import type { Caller, Policy } from '#platform/http/route';

export interface Credentials {
  readonly mode: OperatingMode;
  readonly headers: IncomingHttpHeaders;
  /** Names and values as received, which shows duplicate headers. */
  readonly rawHeaders: readonly string[];
  readonly address: string;
}

export interface Access {
  /**
   * Identifies the caller. Invalid credentials are rejected with `unauthorized`, after many attempts with
   * `tooManyRequests`.
   */
  identify(credentials: Credentials): Promise<Caller>;
  /**
   * Identifies a caller who may receive a `venueReader` response, without the storage. Undefined if the caller may not, or
   * if the check needs the storage.
   */
  findCachedReader(
    mode: OperatingMode,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
  ): Caller | undefined;
  /** Returns the caller with current rights, for connections that outlive a request; undefined if access has ended. */
  recheck(mode: OperatingMode, caller: Caller): Promise<Caller | undefined>;
  /** Whether the live venue requires a login (LOGIN-19). */
  loginEnabled(): boolean;
}

/** Whether these roles give access to the stage (ROLE-02). */
export const hasStageRole = (roles: readonly Role[]): boolean =>
  roles.some((role) => role === 'ROLE_DESIGNER' || role === 'ROLE_ADMIN');

export const isHost = (caller: Caller): boolean => caller.kind !== 'anonymous' && hasHostRole(caller.roles);

/** Whether a caller may see the stage. */
export const maySeeStage = (caller: Caller): boolean =>
  caller.kind === 'stage' ||
  ((caller.kind === 'operator' || caller.kind === 'account') && hasStageRole(caller.roles));

/** Whether a caller may see the live venue. */
export const maySeeLive = (caller: Caller, loginEnabled: boolean): boolean =>
  !loginEnabled || caller.kind === 'account' || caller.kind === 'operator';

/** Rejects unidentified callers with 401, because logging in may help. */
function rejectUnknownCaller(caller: Caller, errMsg: string): void {
  if (caller.kind === 'anonymous') throw new ApiError('unauthorized', errMsg);
}

/** Rejects a caller that the policy does not allow: 401 for unidentified callers, 403 for others. */
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
    throw new ApiError('unauthorized', 'This venue requires a login.');
  }
  if (policy.kind === 'roles') {
    rejectUnknownCaller(
      caller,
      "This call requires a login with more rights, or the administrator's key: Authorization: Bearer …",
    );
    if (caller.kind !== 'anonymous' && caller.roles.some((role) => policy.roles.includes(role))) return;
    throw new ApiError('forbidden', `This call is for ${policy.who}.`);
  }
  rejectUnknownCaller(caller, 'This call requires a login.');
  if (caller.kind === 'account' || (caller.kind === 'guest' && policy.kind === 'attendee')) return;
  throw new ApiError('forbidden', 'This call requires an account.');
}

function enforceStageAccess(caller: Caller): void {
  if (maySeeStage(caller)) return;
  if (caller.kind === 'account')
    throw new ApiError('forbidden', 'Only designers and administrators can access the stage.');
  throw new ApiError(
    'unauthorized',
    "The stage requires a login as a designer, a stage link, or the administrator's key.",
  );
}

/**
 * Rejects cross-site requests: a request that changes state and carries a cookie must come from a page of this origin.
 * Without an Origin header it needs a bearer header, which pages of other origins cannot send.
 */
export function checkOrigin(headers: IncomingHttpHeaders, publicUrl: string): void {
  const { origin } = headers;
  if (origin === undefined) {
    if (headers.authorization !== undefined) return;
    throw new ApiError(
      'forbidden',
      'A request that changes state and carries a cookie needs an Origin header.',
    );
  }
  if (!isOwnOrigin(headers, publicUrl))
    throw new ApiError('forbidden', 'This request came from a page of another origin.');
}

/** Whether the Origin header names this server. */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return false;
  // The public URL, or the host under which the browser reaches this server.
  return (
    origin === publicUrl || (host !== undefined && URL.canParse(origin) && new URL(origin).host === host)
  );
}

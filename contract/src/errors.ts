import * as z from 'zod/mini';

/**
 * All error codes and their HTTP statuses. A code never changes its meaning. A client handles an unknown code by its
 * status.
 */
export const errorCodes = {
  /** The input does not match its schema; `errMsg` names the field. */
  invalidInput: 400,
  /** A required parameter is missing; `errMsg` names it. */
  missingParameter: 400,
  /** A text exceeds its maximum length; `details` has `field` and `limit`. */
  valueTooLong: 400,
  /** There is no session, or it has ended. Clients log the user out. */
  unauthorized: 401,
  /** The email and password, the ticket number or the identity provider's response are wrong. */
  invalidCredentials: 401,
  forbidden: 403,
  /** An administrator has blocked this account. */
  accountBlocked: 403,
  notFound: 404,
  /** There is no account with this email. Returned instead of `invalidCredentials` only if the operator enables it. */
  unknownUser: 404,
  methodNotAllowed: 405,
  requestTimeout: 408,
  /** Another save came first; `details` has both versions. */
  versionConflict: 409,
  /** The request conflicts with the current state, such as an id that exists with other content. */
  conflict: 409,
  /** This email belongs to an account with another login option. */
  duplicateAccount: 409,
  /** The user cannot post in this room: not a member, blocked by or blocking the other member, or muted by a host. */
  cannotPost: 409,
  gone: 410,
  /** The link was already used or has expired. */
  linkExpired: 410,
  payloadTooLarge: 413,
  uriTooLong: 414,
  unsupportedMediaType: 415,
  rangeNotSatisfiable: 416,
  /** The Host header names another server; `errMsg` names the setting. */
  unknownHost: 421,
  /** The venue file has errors; `details.errors` lists them. */
  invalidVenue: 422,
  /** The content is not of the declared media type, or is damaged. */
  invalidAsset: 422,
  /** The new password is too short or too common. */
  weakPassword: 422,
  tooManyRequests: 429,
  /** Too many failed sign-ins; `Retry-After` has the seconds until the next attempt is allowed. */
  tooManyAttempts: 429,
  headersTooLarge: 431,
  internal: 500,
  functionUnsupported: 501,
  /** The storage or a service of another company does not respond; `Retry-After` has the seconds until the next attempt. */
  unavailable: 503,
  storageFull: 507,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** The body of every error response. */
export const errorResponse = z.object({
  errMsg: z.string(),
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  requestId: z.string(),
  details: z.optional(z.unknown()),
});
export type ErrorResponse = z.infer<typeof errorResponse>;

/** Error categories of the user interface (section 8 of the specification). */
export const globalErrorCodes = [
  'FORBIDDEN',
  'NOT_REACHABLE',
  'PROCESSING_ERROR',
  'UNAUTHORIZED',
  'FUNCTION_UNSUPPORTED',
  'WIDGET_ERROR',
] as const;
export type GlobalErrorCode = (typeof globalErrorCodes)[number];

/** An error in a venue file. `line` and `column` (from 1) are set for JSON syntax errors. */
export const venueError = z.object({
  path: z.string(),
  reason: z.string(),
  line: z.optional(z.number()),
  column: z.optional(z.number()),
});
export type VenueError = z.infer<typeof venueError>;

/** `details` of `invalidVenue`: the first errors and their total number. */
export const venueErrors = z.object({ errors: z.array(venueError), total: z.number() });
export type VenueErrors = z.infer<typeof venueErrors>;

/** `details` of `versionConflict`. */
export const versionConflict = z.object({ baseVersion: z.number(), currentVersion: z.number() });
export type VersionConflict = z.infer<typeof versionConflict>;

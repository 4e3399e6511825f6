import * as z from 'zod/mini';

/**
 * The closed list of what a call can be refused with: the code on the wire and its HTTP status.
 * A code is never reused for another meaning; a client that does not know one treats it by its status.
 */
export const errorCodes = {
  /** The input does not fit its schema; `errMsg` names the field. */
  invalidInput: 400,
  /** A required parameter is missing; `errMsg` names it. */
  missingParameter: 400,
  /** A text is longer than its limit: `details` has `field` and `limit`. */
  valueTooLong: 400,
  /** There is no session, or it has ended: whoever has one is logged out. */
  unauthorized: 401,
  /** Email and password, a ticket number, or what an identity provider said do not fit. */
  invalidCredentials: 401,
  forbidden: 403,
  /** An administrator has blocked this account. */
  accountBlocked: 403,
  notFound: 404,
  /** There is no account of this email; told apart from `invalidCredentials` only where the operator allows it. */
  unknownUser: 404,
  methodNotAllowed: 405,
  requestTimeout: 408,
  /** Somebody else saved first: `details` has both versions. */
  versionConflict: 409,
  /** The id names a thing that exists with other content. */
  conflict: 409,
  /** This email belongs to an account with another way in. */
  duplicateAccount: 409,
  /** Nothing can be said in this room: it was left, somebody has blocked the other, or a host has silenced one. */
  cannotPublish: 409,
  gone: 410,
  /** A link of a mail was used already, or is too old. */
  linkExpired: 410,
  payloadTooLarge: 413,
  uriTooLong: 414,
  unsupportedMediaType: 415,
  rangeNotSatisfiable: 416,
  /** The venue file has faults: `details.faults` lists them. */
  invalidVenue: 422,
  /** The bytes are not the picture, video or document they claim to be. */
  invalidAsset: 422,
  /** A new password that is too short, or that everybody guesses first. */
  weakPassword: 422,
  tooManyRequests: 429,
  /** Six failed sign-ins: `Retry-After` has the seconds until the account may try again. */
  tooManyAttempts: 429,
  headersTooLarge: 431,
  internal: 500,
  functionUnsupported: 501,
  /** The storage does not answer; `Retry-After` says when to come back. */
  unavailable: 503,
  storageFull: 507,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** What every refused call answers. */
export const errorAnswer = z.object({
  errMsg: z.string(),
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  requestId: z.string(),
  details: z.optional(z.unknown()),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;

/** What a failed call means to the person in front of the screen (the specification's section 8). */
export const globalErrorCodes = [
  'FORBIDDEN',
  'NOT_REACHABLE',
  'PROCESSING_ERROR',
  'UNAUTHORIZED',
  'FUNCTION_UNSUPPORTED',
  'WIDGET_ERROR',
] as const;
export type GlobalErrorCode = (typeof globalErrorCodes)[number];

/** One fault of a venue file: where, and why. `line` and `column` (from 1) for faults of the JSON text itself. */
export const venueFault = z.object({
  path: z.string(),
  reason: z.string(),
  line: z.optional(z.number()),
  column: z.optional(z.number()),
});
export type VenueFault = z.infer<typeof venueFault>;

/** `details` of `invalidVenue`: the first faults and how many there are. */
export const venueFaults = z.object({ faults: z.array(venueFault), total: z.number() });
export type VenueFaults = z.infer<typeof venueFaults>;

/** `details` of `versionConflict`. */
export const versionConflict = z.object({ baseVersion: z.number(), currentVersion: z.number() });
export type VersionConflict = z.infer<typeof versionConflict>;

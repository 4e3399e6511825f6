import { errorCodes, type ErrorCode } from '@foyer/contract';

/** An error for the caller, with a code and a message. Any other error is an internal error. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  /** Seconds after which the caller should retry. */
  readonly retryAfter: number | undefined;
  /** Headers of the response, such as `Content-Range` with a 416. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    errMsg: string,
    more: {
      details?: unknown;
      retryAfter?: number;
      headers?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(errMsg, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'ApiError';
    this.code = code;
    this.details = more.details;
    this.retryAfter = more.retryAfter;
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return errorCodes[this.code];
  }
}

/** For an id of an architecture that a mode does not show. */
export const venueNotFound = (architectureId: string): ApiError =>
  new ApiError('notFound', `There is no venue ${architectureId}.`);

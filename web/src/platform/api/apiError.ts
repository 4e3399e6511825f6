import type { ErrorCode, GlobalErrorCode } from '@foyer/contract';

interface FailedResponse {
  readonly status?: number;
  readonly serverCode?: ErrorCode | undefined;
  readonly requestId?: string | undefined;
  readonly details?: unknown;
  readonly retryAfter?: string | null;
}

/** A failed call or command. `code` decides what the user sees, `serverCode` is what the server responded. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: GlobalErrorCode;
  /** The HTTP status, 0 without a response. */
  readonly status: number;
  readonly serverCode: ErrorCode | undefined;
  readonly requestId: string | undefined;
  readonly details: unknown;
  /** The unparsed Retry-After header. */
  readonly retryAfter: string | null;

  constructor(code: GlobalErrorCode, errMsg: string, response: FailedResponse = {}) {
    super(errMsg);
    this.code = code;
    this.status = response.status ?? 0;
    this.serverCode = response.serverCode;
    this.requestId = response.requestId;
    this.details = response.details;
    this.retryAfter = response.retryAfter ?? null;
  }
}

/** A call that was not sent because a required parameter is missing; the message names it. */
export class MissingParameterError extends Error {
  override readonly name = 'MissingParameterError';
  readonly parameter: string;
  constructor(endpoint: string, parameter: string) {
    super(`${endpoint}: the required parameter ${parameter} is missing`);
    this.parameter = parameter;
  }
}

/** The error that users see for an HTTP status (ERROR-01). */
export function globalErrorCodeOf(status: number): GlobalErrorCode {
  if (status === 0) return 'NOT_REACHABLE';
  if (status === 401) return 'UNAUTHORIZED';
  if (status === 403) return 'FORBIDDEN';
  if (status === 501) return 'FUNCTION_UNSUPPORTED';
  return 'PROCESSING_ERROR';
}

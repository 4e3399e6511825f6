import type { ErrorCode, GlobalErrorCode } from '@foyer/contract';

interface FailedResponse {
  readonly status?: number;
  readonly serverCode?: ErrorCode | undefined;
  readonly requestId?: string | undefined;
  readonly details?: unknown;
  readonly retryAfter?: string | null;
}

/** A call that did not succeed, in the two languages of failure: what a person is told, and what the server said. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: GlobalErrorCode;
  /** The HTTP status, 0 without an answer. */
  readonly status: number;
  readonly serverCode: ErrorCode | undefined;
  readonly requestId: string | undefined;
  readonly details: unknown;
  /** The Retry-After header, as it stood there. */
  readonly retryAfter: string | null;

  constructor(code: GlobalErrorCode, errMsg: string, answer: FailedResponse = {}) {
    super(errMsg);
    this.code = code;
    this.status = answer.status ?? 0;
    this.serverCode = answer.serverCode;
    this.requestId = answer.requestId;
    this.details = answer.details;
    this.retryAfter = answer.retryAfter ?? null;
  }
}

/** A call that was not sent, because a required parameter is missing; the message names it. */
export class MissingParameterError extends Error {
  override readonly name = 'MissingParameterError';
  readonly parameter: string;
  constructor(endpoint: string, parameter: string) {
    super(`${endpoint}: the required parameter ${parameter} is missing`);
    this.parameter = parameter;
  }
}

/** What a failure means to a person (ERROR-01). */
export function globalErrorCodeOf(status: number): GlobalErrorCode {
  if (status === 0) return 'NOT_REACHABLE';
  if (status === 401) return 'UNAUTHORIZED';
  if (status === 403) return 'FORBIDDEN';
  if (status === 501) return 'FUNCTION_UNSUPPORTED';
  return 'PROCESSING_ERROR';
}

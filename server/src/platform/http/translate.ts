/** Translates every error into `{ errMsg, code, requestId }`. */
import { errorCodes, type ErrorResponse, type ErrorCode } from '@foyer/contract';
import { ApiError } from '#platform/apiError';

export interface TranslatedError {
  readonly status: number;
  readonly response: ErrorResponse;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it is an internal error, which is logged with its stack. */
  readonly unexpected: boolean;
}

/** Default `Retry-After` in seconds. */
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = { tooManyRequests: 60, unavailable: 5 };

const internalMessage = 'Internal error. The server log has details under this request id.';

/** Errors of Fastify, which occur before a handler runs. */
const frameworkCodes: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_MAX_PARAM_LENGTH: ['uriTooLong', 'A part of the path is too long.'],
  FST_ERR_BAD_URL: ['invalidInput', 'The URL has invalid percent-encoding.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupportedMediaType',
    'The Content-Type is missing or not a media type.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalidInput', 'The Content-Length does not match the body.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payloadTooLarge', 'The body is too large.'],
};

export function translateError(error: unknown, requestId: string): TranslatedError {
  if (error instanceof ApiError) return toTranslated(error, requestId);
  const frameworkError = frameworkCodes[errorCodeOf(error)];
  if (frameworkError) return toTranslated(new ApiError(frameworkError[0], frameworkError[1]), requestId);
  return { ...toTranslated(new ApiError('internal', internalMessage), requestId), unexpected: true };
}

function toTranslated(apiError: ApiError, requestId: string): TranslatedError {
  const { code, message, details } = apiError;
  const wait = apiError.retryAfter ?? retryAfterSeconds[code];
  return {
    status: errorCodes[code],
    response: { errMsg: message, code, requestId, ...(details === undefined ? {} : { details }) },
    headers: {
      ...apiError.headers,
      ...(wait === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(wait))) }),
      ...(code === 'unauthorized' ? { 'www-authenticate': 'Bearer realm="foyer"' } : {}),
    },
    unexpected: false,
  };
}

const errorCodeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';

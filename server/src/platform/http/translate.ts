/** Every fault becomes `{ errMsg, code, requestId }` here, and nowhere else. */
import { errorCodes, type ErrorAnswer, type ErrorCode } from '@foyer/contract';
import { Refusal } from '#platform/refusal';

export interface TranslatedError {
  readonly status: number;
  readonly answer: ErrorAnswer;
  readonly headers: Readonly<Record<string, string>>;
  /** A fault of ours, to be logged with its stack. */
  readonly unexpected: boolean;
}

/** Seconds, where nobody says better; the same every time, so that clients can be tested against it. */
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = { tooManyRequests: 60, unavailable: 5 };

const internalMessage = 'Something went wrong on the server. Its log has more under this request id.';

/** Fastify's own refusals, which come before a handler. */
const frameworkCodes: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_BAD_URL: ['invalidInput', 'The address is not well-formed: check its percent-encoding.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupportedMediaType',
    'The Content-Type is missing or not a media type.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalidInput', 'The Content-Length does not fit the body.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payloadTooLarge', 'The body is too large.'],
};

export function translateError(fault: unknown, requestId: string): TranslatedError {
  if (fault instanceof Refusal) return translated(fault, requestId);
  const known = frameworkCodes[codeOf(fault)];
  if (known) return translated(new Refusal(known[0], known[1]), requestId);
  return { ...translated(new Refusal('internal', internalMessage), requestId), unexpected: true };
}

function translated(refusal: Refusal, requestId: string): TranslatedError {
  const { code, message, details } = refusal;
  const wait = refusal.retryAfter ?? retryAfterSeconds[code];
  return {
    status: errorCodes[code],
    answer: { errMsg: message, code, requestId, ...(details === undefined ? {} : { details }) },
    headers: {
      ...refusal.headers,
      ...(wait === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(wait))) }),
      ...(code === 'unauthorized' ? { 'www-authenticate': 'Bearer realm="foyer"' } : {}),
    },
    unexpected: false,
  };
}

const codeOf = (fault: unknown): string =>
  typeof fault === 'object' && fault !== null && 'code' in fault && typeof fault.code === 'string'
    ? fault.code
    : '';

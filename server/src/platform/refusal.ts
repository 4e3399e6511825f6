import { errorCodes, type ErrorCode } from '@foyer/contract';

/** A call that is refused for a reason the caller can understand; everything else that is thrown is a fault of ours. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  /** Seconds after which it is worth coming back. */
  readonly retryAfter: number | undefined;
  /** What the answer has to say in headers, as `Content-Range` with a 416. */
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
    this.name = 'Refusal';
    this.code = code;
    this.details = more.details;
    this.retryAfter = more.retryAfter;
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return errorCodes[this.code];
  }
}

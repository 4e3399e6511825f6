import { ApiError } from '#platform/apiError';

/** A failed request to a ticket vendor. The message, which may contain the vendor's response, is only for the log. */
export class VendorError extends Error {
  /** `setup`: the operator has to change the configuration; `temporary`: may work later. */
  readonly kind: 'setup' | 'temporary';
  /** Seconds until the next attempt, if the vendor sent them. */
  readonly retryAfter: number | undefined;

  constructor(
    kind: 'setup' | 'temporary',
    message: string,
    more: { retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'VendorError';
    this.kind = kind;
    this.retryAfter = more.retryAfter;
  }

  /** The error for the login screen. */
  get apiError(): ApiError {
    if (this.kind === 'setup')
      return new ApiError(
        'functionUnsupported',
        'Tickets cannot be checked because of a configuration error. Please tell the organiser.',
        {
          cause: this,
        },
      );
    return new ApiError('unavailable', 'The ticket could not be checked. Please try again in a moment.', {
      cause: this,
      retryAfter: this.retryAfter ?? 30,
    });
  }
}

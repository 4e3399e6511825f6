/** An event platform did not give the answer that a login needs. What it said itself is for the log alone. */
import { Refusal } from '#platform/refusal';

export class VendorError extends Error {
  /** `setup`: trying again changes nothing, the operator has to; `temporary`: later it may work. */
  readonly kind: 'setup' | 'temporary';
  /** Seconds, where the platform says when to come back. */
  readonly retryAfter: number | undefined;

  constructor(
    kind: 'setup' | 'temporary',
    message: string,
    more: { retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'VendorFault';
    this.kind = kind;
    this.retryAfter = more.retryAfter;
  }

  /** What the person at the login screen is told. */
  get refusal(): Refusal {
    if (this.kind === 'setup')
      return new Refusal(
        'functionUnsupported',
        'Tickets cannot be checked here at the moment: please tell the organiser.',
        {
          cause: this,
        },
      );
    return new Refusal(
      'unavailable',
      'The ticket could not be checked just now: please try again in a moment.',
      {
        cause: this,
        retryAfter: this.retryAfter ?? 30,
      },
    );
  }
}

/** The mails of a demo: kept in memory, shown on a page, and not sent. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '#platform/clock';
import type { ComposedMail } from '#platform/mail/compose';
import type { MailTransport } from '#platform/mail/transport';

export interface CaughtMail extends ComposedMail {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const kept = 200;

export class CaughtMails implements MailTransport {
  private readonly mails: CaughtMail[] = [];
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  newestFirst(): readonly CaughtMail[] {
    return this.mails.toReversed();
  }

  async send(mail: ComposedMail): Promise<void> {
    this.mails.push({ ...mail, id: randomUUID(), at: this.clock() });
    if (this.mails.length > kept) this.mails.shift();
  }

  close(): void {
    this.mails.length = 0;
  }
}

/** Keeps the mails of a demo in memory instead of sending them, for the page `/mail`. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '#platform/clock';
import type { ComposedMail } from '#platform/mail/compose';
import type { MailTransport } from '#platform/mail/transport';

export interface CaughtMail extends ComposedMail {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const maxMails = 200;

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
    if (this.mails.length > maxMails) this.mails.shift();
  }

  close(): void {
    this.mails.length = 0;
  }
}

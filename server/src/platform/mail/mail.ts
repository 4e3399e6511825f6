/** Mails to people: queued, tried again when a server does not take them, and never in the way of who asked for one. */
import { composeMail, type MailMessage } from '#platform/mail/compose';
import { CaughtMails, type CaughtMail } from '#platform/mail/caught';
import { smtpTransport, type MailTransport } from '#platform/mail/transport';
import type { Config } from '#platform/config/config';
import type { Clock } from '#platform/clock';
import type { Log } from '#platform/log/log';

export type { MailMessage } from '#platform/mail/compose';

export interface Mail {
  /** Whether mails can be sent at all; without, nothing that needs one is offered. */
  readonly available: boolean;
  /** Sends in the background, after `delayMs`; failures are logged, and tried again some minutes long. */
  send(message: MailMessage, delayMs?: number): void;
  /** Sends once, now. Rejects where the mail server does not take it. */
  deliver(message: MailMessage): Promise<void>;
}

export interface MailService extends Mail {
  /** The mails of a demo, the newest first; undefined where mails are sent. */
  readonly caught: readonly CaughtMail[] | undefined;
  /** Gives up what still waits. */
  stop(): void;
}

/** After a failure; the last one is given up. */
const retriesMs = [1_000, 10_000, 60_000, 300_000] as const;
/** Mails in memory: past this many a mail is dropped, with a line in the log. */
const waitingMax = 5_000;

export function createMail(config: Pick<Config, 'mail'>, parts: { log: Log; clock: Clock }): MailService {
  const caught = config.mail?.kind === 'catch' ? new CaughtMails(parts.clock) : undefined;
  const transport = config.mail?.kind === 'smtp' ? smtpTransport(config.mail) : caught;
  return new QueuedMail(transport, caught, parts.log);
}

class QueuedMail implements MailService {
  readonly #transport: MailTransport | undefined;
  readonly #caught: CaughtMails | undefined;
  readonly #log: Log;
  readonly #waiting = new Set<NodeJS.Timeout>();
  #stopped = false;

  constructor(transport: MailTransport | undefined, caught: CaughtMails | undefined, log: Log) {
    this.#transport = transport;
    this.#caught = caught;
    this.#log = log;
  }

  get available(): boolean {
    return this.#transport !== undefined;
  }

  get caught(): readonly CaughtMail[] | undefined {
    return this.#caught?.newestFirst();
  }

  send(message: MailMessage, delayMs = 0): void {
    this.#later(message, delayMs, 0);
  }

  async deliver(message: MailMessage): Promise<void> {
    if (this.#transport === undefined) throw new Error('no mail can be sent: SMTP_URL is not set');
    await this.#transport.send(composeMail(message));
  }

  stop(): void {
    this.#stopped = true;
    if (this.#waiting.size > 0) this.#log.warn({ mails: this.#waiting.size }, 'mails were not sent');
    for (const timer of this.#waiting) clearTimeout(timer);
    this.#waiting.clear();
    this.#transport?.close();
  }

  #later(message: MailMessage, delayMs: number, failures: number): void {
    if (this.#stopped || this.#waiting.size >= waitingMax) {
      this.#log.warn({ locale: message.locale }, 'a mail was dropped');
      return;
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      void this.#try(message, failures);
    }, delayMs);
    timer.unref();
    this.#waiting.add(timer);
  }

  async #try(message: MailMessage, failures: number): Promise<void> {
    try {
      await this.deliver(message);
    } catch (fault) {
      const wait = retriesMs[failures];
      // Neither the address nor the link: a log is read by more people than a letter box.
      this.#log.warn(
        { err: fault, failures: failures + 1, again: wait !== undefined },
        'a mail was not taken',
      );
      if (wait !== undefined) this.#later(message, wait, failures + 1);
    }
  }
}

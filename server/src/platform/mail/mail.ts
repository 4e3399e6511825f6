/** Mails to people: queued, tried again when a server does not take them, and never in the way of who asked for one. */
import { composeMail, type MailMessage } from '#platform/mail/compose';
import { CaughtMails, type CaughtMail } from '#platform/mail/caught';
import { smtpTransport, type MailTransport } from '#platform/mail/transport';
import type { Config } from '#platform/config/config';
import { systemPause, type Clock, type Pause } from '#platform/clock';
import type { Log } from '#platform/log/log';
import { retry } from '#platform/concurrency/retry';

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

/** Delays after each failure; the next failure is the last. */
const delaysMs: readonly number[] = [1_000, 10_000, 60_000, 300_000];
/** Mails in memory: past this many a mail is dropped, with a line in the log. */
const maxUnsent = 5_000;

export interface MailDeps {
  readonly log: Log;
  readonly clock: Clock;
  /** Before a mail and between its attempts; default: in real time. */
  readonly pause?: Pause;
}

export function createMail(config: Pick<Config, 'mail'>, deps: MailDeps): MailService {
  const caught = config.mail?.kind === 'catch' ? new CaughtMails(deps.clock) : undefined;
  const transport = config.mail?.kind === 'smtp' ? smtpTransport(config.mail) : caught;
  return new QueuedMail(transport, caught, deps);
}

class QueuedMail implements MailService {
  readonly #transport: MailTransport | undefined;
  readonly #caught: CaughtMails | undefined;
  readonly #log: Log;
  readonly #pause: Pause;
  readonly #stopping = new AbortController();
  #unsent = 0;

  constructor(transport: MailTransport | undefined, caught: CaughtMails | undefined, deps: MailDeps) {
    this.#transport = transport;
    this.#caught = caught;
    this.#log = deps.log;
    this.#pause = deps.pause ?? systemPause;
  }

  get available(): boolean {
    return this.#transport !== undefined;
  }

  get caught(): readonly CaughtMail[] | undefined {
    return this.#caught?.newestFirst();
  }

  send(message: MailMessage, delayMs = 0): void {
    if (this.#stopping.signal.aborted || this.#unsent >= maxUnsent) {
      this.#log.warn({ locale: message.locale }, 'a mail was dropped');
      return;
    }
    this.#unsent += 1;
    void this.#sendLater(message, delayMs)
      .catch(() => undefined) // logged by `onFailure`, or the server is stopping
      .finally(() => (this.#unsent -= 1));
  }

  async deliver(message: MailMessage): Promise<void> {
    if (this.#transport === undefined) throw new Error('no mail can be sent: SMTP_URL is not set');
    await this.#transport.send(composeMail(message));
  }

  stop(): void {
    if (this.#unsent > 0) this.#log.warn({ mails: this.#unsent }, 'mails were not sent');
    this.#stopping.abort();
    this.#transport?.close();
  }

  async #sendLater(message: MailMessage, delayMs: number): Promise<void> {
    const { signal } = this.#stopping;
    await this.#pause(delayMs, signal);
    await retry(() => this.deliver(message), {
      delayAfter: (_fault, failures) => delaysMs[failures - 1],
      // Neither the address nor the link: a log is read by more people than a letter box.
      onFailure: (fault, after) =>
        this.#log.warn(
          { err: fault, failures: after.failures, again: after.delayMs !== undefined },
          'a mail was not taken',
        ),
      signal,
      pause: this.#pause,
    });
  }
}

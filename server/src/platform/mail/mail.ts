/**
 * Sends mails in the background, and retries if the mail server does not accept them. Requests do not wait for mails.
 */
import { composeMail, type MailMessage } from '#platform/mail/compose';
import { CaughtMails, type CaughtMail } from '#platform/mail/caught';
import { smtpTransport, type MailTransport } from '#platform/mail/transport';
import type { Config } from '#platform/config/config';
import { systemPause, type Clock, type Pause } from '#platform/clock';
import type { Log } from '#platform/log/log';
import { retry } from '#platform/concurrency/retry';

export type { MailMessage } from '#platform/mail/compose';

export interface Mail {
  /** Whether mails can be sent. If not, features that need mails are not offered. */
  readonly available: boolean;
  /** Sends in the background, after `delayMs`. Failures are logged and retried for some minutes. */
  send(message: MailMessage, delayMs?: number): void;
  /** Sends immediately, without retries. Rejects if the mail server does not accept the mail. */
  deliver(message: MailMessage): Promise<void>;
}

export interface MailService extends Mail {
  /** The mails of a demo, newest first; undefined if mails are sent. */
  readonly caught: readonly CaughtMail[] | undefined;
  /** Discards mails that are not sent yet. */
  stop(): void;
}

/** Delays after each failure; after these the mail is dropped. */
const delaysMs: readonly number[] = [1_000, 10_000, 60_000, 300_000];
/** Maximum number of queued mails. Further mails are dropped and logged. */
const maxUnsent = 5_000;

export interface MailDeps {
  readonly log: Log;
  readonly clock: Clock;
  /** Waits before a mail and between its attempts; default: in real time. */
  readonly pause?: Pause;
}

export function createMail(config: Pick<Config, 'mail'>, deps: MailDeps): MailService {
  const caught = config.mail?.kind === 'catch' ? new CaughtMails(deps.clock) : undefined;
  const transport = config.mail?.kind === 'smtp' ? smtpTransport(config.mail) : caught;
  return new QueuedMail(transport, caught, deps);
}

class QueuedMail implements MailService {
  private readonly transport: MailTransport | undefined;
  private readonly caughtMails: CaughtMails | undefined;
  private readonly log: Log;
  private readonly pause: Pause;
  private readonly stopping = new AbortController();
  private unsent = 0;

  constructor(transport: MailTransport | undefined, caught: CaughtMails | undefined, deps: MailDeps) {
    this.transport = transport;
    this.caughtMails = caught;
    this.log = deps.log;
    this.pause = deps.pause ?? systemPause;
  }

  get available(): boolean {
    return this.transport !== undefined;
  }

  get caught(): readonly CaughtMail[] | undefined {
    return this.caughtMails?.newestFirst();
  }

  send(message: MailMessage, delayMs = 0): void {
    if (this.stopping.signal.aborted || this.unsent >= maxUnsent) {
      this.log.warn({ locale: message.locale }, 'mail dropped: too many are queued');
      return;
    }
    this.unsent += 1;
    void this.sendLater(message, delayMs)
      .catch(() => undefined) // logged by `onFailure`, or the server is stopping
      .finally(() => (this.unsent -= 1));
  }

  async deliver(message: MailMessage): Promise<void> {
    if (this.transport === undefined) throw new Error('Mail cannot be sent: SMTP_URL is not set');
    await this.transport.send(composeMail(message));
  }

  stop(): void {
    if (this.unsent > 0) this.log.warn({ mails: this.unsent }, 'unsent mails discarded');
    this.stopping.abort();
    this.transport?.close();
  }

  private async sendLater(message: MailMessage, delayMs: number): Promise<void> {
    const { signal } = this.stopping;
    await this.pause(delayMs, signal);
    await retry(() => this.deliver(message), {
      delayAfter: (_error, failures) => delaysMs[failures - 1],
      // Logs neither the address nor the link, because more people can read logs than a mailbox.
      onFailure: (error, after) =>
        this.log.warn(
          { err: error, failures: after.failures, willRetry: after.delayMs !== undefined },
          'sending a mail failed',
        ),
      signal,
      pause: this.pause,
    });
  }
}

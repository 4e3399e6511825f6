/** Sends mails to a mail server over SMTP. */
import { createTransport } from 'nodemailer';
import type { ComposedMail } from '#platform/mail/compose';

export interface SmtpConfig {
  /** `smtp://user:password@host:port`, or `smtps://…` for implicit TLS. */
  readonly url: string;
  /** The sender, such as `Foyer <events@example.org>`. */
  readonly from: string;
}

export interface MailTransport {
  /** Rejects if the server does not accept the mail. */
  send(mail: ComposedMail): Promise<void>;
  close(): void;
}

const maxConnections = 2;
const connectTimeoutMs = 10_000;
const socketTimeoutMs = 30_000;

export function smtpTransport({ url, from }: SmtpConfig): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const transport = createTransport({
    pool: true,
    maxConnections: maxConnections,
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // Passwords are sent only over TLS.
    requireTLS: username !== '' && !/^(localhost|127\..*|::1)$/.test(host),
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text, html, language }) => {
      await transport.sendMail({
        from,
        // As an object, so that an address cannot be parsed as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}

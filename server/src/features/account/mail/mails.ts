/** The mails of accounts, made of their texts; every link in them is made of PUBLIC_URL. */
import type { Locale } from '@foyer/contract';
import { mailTexts, type AccountMail } from './mailTexts.ts';
import type { Mail, MailMessage } from '#platform/mail/mail';

export interface AccountMailParts {
  readonly mail: Mail;
  readonly publicUrl: string;
  readonly defaultLocale: Locale;
  /** What the venue is called, in a language. */
  readonly venueName: (locale: Locale) => string;
}

export interface Addressed {
  readonly to: string;
  readonly name?: string;
  readonly locale: Locale | undefined;
  /** Where the button leads. */
  readonly url?: string;
}

export class AccountMails {
  readonly #parts: AccountMailParts;

  constructor(parts: AccountMailParts) {
    this.#parts = parts;
  }

  get available(): boolean {
    return this.#parts.mail.available;
  }

  /** In the background, after `delayMs`. */
  send(kind: AccountMail, to: Addressed, delayMs?: number): void {
    if (this.available) this.#parts.mail.send(this.#message(kind, to), delayMs);
  }

  /** At once; rejects where the mail server does not take it. */
  deliver(kind: AccountMail, to: Addressed): Promise<void> {
    return this.#parts.mail.deliver(this.#message(kind, to));
  }

  /** The page where a link is taken up. What is behind the # never reaches a server's log. */
  linkUrl(token: string): string {
    return `${this.#parts.publicUrl}/account/link#token=${token}`;
  }

  get loginUrl(): string {
    return `${this.#parts.publicUrl}/login`;
  }

  #message(kind: AccountMail, { to, name = '', locale, url }: Addressed): MailMessage {
    const language = locale ?? this.#parts.defaultLocale;
    const written = languageWritten(language);
    const text = (mailTexts[written] ?? mailTexts.en)[kind];
    const values = { email: to, name, venue: this.#parts.venueName(language) };
    const fill = (template: string) => filled(template, values);
    return {
      to,
      locale: written,
      subject: fill(text.subject),
      paragraphs: text.paragraphs.map(fill),
      ...(text.button === undefined || url === undefined ? {} : { link: { label: text.button, url } }),
      footnote: text.footnote,
    };
  }
}

/** Names come from outside: they stay on their line, and short. A greeting without a name has no gap. */
function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/( ?)\{(\w+)\}/g, (_all, space: string, key: string) => {
    const value = (values[key] ?? '')
      .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, 200);
    return value === '' ? '' : space + value;
  });
}

/** The language the texts are in, which may be another than the one asked for. */
const languageWritten = (locale: Locale): Locale => {
  const base = (locale.split('-')[0] ?? 'en') as Locale;
  return locale in mailTexts ? locale : base in mailTexts ? base : 'en';
};

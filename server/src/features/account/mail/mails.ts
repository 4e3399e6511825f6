/** Composes and sends the mails of accounts. Every link in them begins with PUBLIC_URL. */
import type { Locale } from '@foyer/contract';
import { mailTexts, type AccountMail } from './mailTexts.ts';
import type { Mail, MailMessage } from '#platform/mail/mail';

export interface AccountMailDeps {
  readonly mail: Mail;
  readonly publicUrl: string;
  readonly defaultLocale: Locale;
  /** The venue's name in a language. */
  readonly venueName: (locale: Locale) => string;
}

export interface MailRecipient {
  readonly to: string;
  readonly name?: string;
  readonly locale: Locale | undefined;
  /** Target of the button. */
  readonly url?: string;
}

export class AccountMails {
  private readonly deps: AccountMailDeps;

  constructor(deps: AccountMailDeps) {
    this.deps = deps;
  }

  get available(): boolean {
    return this.deps.mail.available;
  }

  /** Sends in the background, after `delayMs` (default: at once). */
  send(kind: AccountMail, to: MailRecipient, delayMs?: number): void {
    if (this.available) this.deps.mail.send(this.message(kind, to), delayMs);
  }

  /** Sends immediately; rejects if the mail server does not accept the mail. */
  deliver(kind: AccountMail, to: MailRecipient): Promise<void> {
    return this.deps.mail.deliver(this.message(kind, to));
  }

  /** The URL of the page that handles a link. The token is in the fragment, which browsers do not send to servers. */
  linkUrl(token: string): string {
    return `${this.deps.publicUrl}/account/link#token=${token}`;
  }

  get loginUrl(): string {
    return `${this.deps.publicUrl}/login`;
  }

  private message(kind: AccountMail, { to, name = '', locale, url }: MailRecipient): MailMessage {
    const requested = locale ?? this.deps.defaultLocale;
    const language = availableLanguage(requested);
    const text = (mailTexts[language] ?? mailTexts.en)[kind];
    const values = { email: to, name, venue: this.deps.venueName(requested) };
    const fill = (template: string) => fillTemplate(template, values);
    return {
      to,
      locale: language,
      subject: fill(text.subject),
      paragraphs: text.paragraphs.map(fill),
      ...(text.button === undefined || url === undefined ? {} : { link: { label: text.button, url } }),
      footnote: text.footnote,
    };
  }
}

/** Fills in the values. Names are untrusted: they are cut to one line of 200 characters. An empty value leaves no gap. */
function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/( ?)\{(\w+)\}/g, (_all, space: string, key: string) => {
    const value = (values[key] ?? '')
      .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, 200);
    return value === '' ? '' : space + value;
  });
}

/** The language of the available texts that fits a locale best; English by default. */
const availableLanguage = (locale: Locale): Locale => {
  const base = (locale.split('-')[0] ?? 'en') as Locale;
  return locale in mailTexts ? locale : base in mailTexts ? base : 'en';
};

/** Renders a mail as text and as HTML. */
import { rightToLeftLocales, type Locale } from '@foyer/contract';
import { escapeHtml } from '#platform/http/plainPage';

/** The content of a mail; the layout is the same for all. */
export interface MailMessage {
  readonly to: string;
  /** The language of the texts. */
  readonly locale: Locale;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A link below PUBLIC_URL. */
  readonly link?: { readonly label: string; readonly url: string };
  /** Small text below the link. */
  readonly footnote?: string;
}

export interface ComposedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: Locale;
}

export function composeMail(message: MailMessage): ComposedMail {
  const { to, locale, subject, paragraphs, link, footnote } = message;
  const text = [...paragraphs, ...(link ? [link.url] : []), ...(footnote === undefined ? [] : [footnote])];
  return { to, subject, text: `${text.join('\n\n')}\n`, html: renderHtml(message), language: locale };
}

const font = "font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/** Styles are inline, because mail clients remove style sheets. */
function renderHtml({ locale, subject, paragraphs, link, footnote }: MailMessage): string {
  const dir = rightToLeftLocales.includes(locale) ? 'rtl' : 'ltr';
  const lines = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`);
  const button = link
    ? `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 28px;border-radius:999px;background:#c4002f;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a></p>
<p dir="ltr" style="margin:0 0 16px;font-size:13px;color:#5a6078;overflow-wrap:anywhere">${escapeHtml(link.url)}</p>`
    : '';
  const small =
    footnote === undefined
      ? ''
      : `<p style="margin:24px 0 0;font-size:13px;color:#5a6078">${escapeHtml(footnote)}</p>`;
  return `<!doctype html>
<html lang="${locale}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body dir="${dir}" style="margin:0;padding:24px;background:#f2f3f8;color:#14182b;${font}">
<div dir="${dir}" style="max-width:560px;margin:0 auto;padding:32px;border-radius:16px;background:#ffffff;text-align:start">
${[...lines, button, small].filter((part) => part !== '').join('\n')}
</div></body></html>
`;
}

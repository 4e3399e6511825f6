/** `/mail`: the mails of a demo. The page exists only if mails are caught. */
import { rightToLeftLocales } from '@foyer/contract';
import type { HeaderKinds } from '#platform/http/headers';
import { escapeHtml, plainPage } from '#platform/http/plainPage';
import { anyone, type Page } from '#platform/http/route';
import type { CaughtMail } from '#platform/mail/caught';
import type { MailService } from '#platform/mail/mail';

export function mailPages(mail: Pick<MailService, 'caught'>, headers: HeaderKinds): readonly Page[] {
  if (mail.caught === undefined) return [];
  return [
    {
      method: 'GET',
      path: '/mail',
      policy: anyone,
      errorFormat: 'html',
      handle: async () => ({
        status: 200,
        ...plainPage(headers, 'Emails from this demo', renderList(mail.caught ?? [])),
      }),
    },
  ];
}

const renderList = (mails: readonly CaughtMail[]): string =>
  mails.length === 0
    ? '<p>No emails yet. Emails from this demo appear here instead of being sent, newest first.</p>'
    : `<p>Emails from this demo appear here instead of being sent, newest first.</p>${mails.map(renderMail).join('\n')}`;

function renderMail({ to, subject, text, at, language }: CaughtMail): string {
  const dir = rightToLeftLocales.includes(language) ? 'rtl' : 'ltr';
  const body = text
    .trim()
    .split('\n\n')
    .map((part) => `<p>${linkify(part)}</p>`)
    .join('');
  const when = new Date(at).toISOString().replace('T', ' ').slice(0, 19);
  return `<article lang="${language}" dir="${dir}"><hr><p><small><bdi dir="ltr">${escapeHtml(to)}</bdi> · <time>${when}</time> UTC</small><br><strong>${escapeHtml(subject)}</strong></p>${body}</article>`;
}

const linkify = (part: string): string =>
  /^https?:\/\/\S+$/.test(part)
    ? `<a href="${escapeHtml(part)}"><code dir="ltr">${escapeHtml(part)}</code></a>`
    : escapeHtml(part);

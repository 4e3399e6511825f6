/** Configuration of mails: sent through SMTP, caught for a demo, or disabled. */
import { settingThatOpensServer } from '#platform/config/reachability';
import type { VariableValues } from '#platform/config/variables';

export type MailConfig =
  | { readonly kind: 'smtp'; readonly url: string; readonly from: string }
  /** Kept in memory and shown at `/mail`, which is for this machine only. */
  | { readonly kind: 'catch' };

export function readMail(values: VariableValues, errors: string[]): MailConfig | undefined {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_CATCH: caught } = values;
  if (caught === true) {
    if (url !== undefined) errors.push('SMTP_URL and MAIL_CATCH are both set; expected one of them, or none');
    const opening = settingThatOpensServer({
      host: values.HOST,
      publicUrl: values.PUBLIC_URL,
      trustedProxies: values.TRUSTED_PROXIES?.join(','),
    });
    if (opening !== undefined)
      errors.push(
        `MAIL_CATCH is set, which shows all mails to everyone, but ${opening} makes the server reachable from other machines; expected SMTP_URL instead of MAIL_CATCH`,
      );
    return { kind: 'catch' };
  }
  // An invalid variable has its own line already.
  const isInvalid = errors.some((line) => /^(SMTP_URL|MAIL_FROM)/.test(line));
  if (url === undefined || from === undefined) {
    if (!isInvalid && (url ?? from) !== undefined)
      errors.push(
        `${url === undefined ? 'SMTP_URL' : 'MAIL_FROM'} not set; expected both SMTP_URL and MAIL_FROM, or none of them`,
      );
    return undefined;
  }
  return { kind: 'smtp', url, from };
}

/** URL and sender, without the password. */
export function describeMail(mail: MailConfig | undefined): { SMTP_URL: string; MAIL_FROM: string } {
  if (mail?.kind !== 'smtp')
    return {
      SMTP_URL: '(not set: no emails are sent, so passwords cannot be reset by email)',
      MAIL_FROM: '(not set)',
    };
  const { protocol, username, host } = new URL(mail.url);
  const user = username === '' ? '' : `${username}:(secret)@`;
  return { SMTP_URL: `${protocol}//${user}${host}`, MAIL_FROM: mail.from };
}

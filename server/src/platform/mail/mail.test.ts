import { createAccount, requestPasswordReset } from '@foyer/contract';
import { startSmtp } from '@foyer/standins/smtp';
import { expect, onTestFinished, test } from 'vitest';
import type { Pause } from '#platform/clock';
import { ConfigError, describeConfig, readConfig } from '#platform/config/config';
import { createLog } from '#platform/log/log';
import { createMail, type MailMessage } from '#platform/mail/mail';
import { startFoyer } from '#testing/foyer';

const message: MailMessage = {
  to: 'ada@example.org',
  locale: 'en',
  subject: 'A <subject>',
  paragraphs: ['Hello <b>Ada</b> & all,'],
  link: { label: 'Open the venue', url: 'https://venue.example/x?a=1&b=2' },
  footnote: 'Small.',
};

async function openMail(env: Record<string, string> = {}, pause?: Pause) {
  const smtp = await startSmtp();
  const lines: string[] = [];
  const config = readConfig({ SMTP_URL: smtp.url, MAIL_FROM: 'Foyer <foyer@example.org>', ...env });
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const mail = createMail(config, { log, clock: () => 0, ...(pause && { pause }) });
  onTestFinished(async () => {
    mail.stop();
    await smtp.close();
  });
  return { smtp, mail, lines };
}

test('a mail has a text and an HTML part with the same content, and the HTML is escaped', async () => {
  const { smtp, mail } = await openMail();
  mail.send(message);
  const [sent] = await smtp.mailsTo('ada@example.org');
  expect(sent).toMatchObject({ from: 'foyer@example.org', subject: 'A <subject>' });
  expect(sent?.headers.get('from')).toBe('Foyer <foyer@example.org>');
  expect(sent?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(sent?.text).toContain('Hello <b>Ada</b> & all,\n\nhttps://venue.example/x?a=1&b=2\n\nSmall.');
  expect(sent?.html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt; &amp; all,');
  expect(sent?.html).toContain('href="https://venue.example/x?a=1&amp;b=2"');
});

test('a temporarily rejected mail is sent again, and the log contains neither the recipient nor the link', async () => {
  const pauses: number[] = [];
  const { smtp, mail, lines } = await openMail({}, async (milliseconds) => void pauses.push(milliseconds));
  smtp.refuse(1);
  mail.send(message);
  await smtp.mailsTo('ada@example.org');
  expect(smtp.offered).toBe(2);
  expect(pauses).toEqual([0, 1_000]);
  expect(lines.join()).toContain('sending a mail failed');
  expect(lines.join()).not.toMatch(/ada@|venue\.example/);
});

test('a mail that is rejected every time is dropped after six and a half minutes', async () => {
  const pauses: number[] = [];
  const { smtp, mail, lines } = await openMail({}, async (milliseconds) => void pauses.push(milliseconds));
  smtp.refuse(5);
  mail.send(message, 50);
  await expect.poll(() => lines.length).toBe(5);
  expect(pauses).toEqual([50, 1_000, 10_000, 60_000, 300_000]);
  const last = JSON.parse(lines.at(-1) ?? '') as object;
  expect(last).toMatchObject({ failures: 5, willRetry: false });
});

test('stop discards queued mails and drops later ones', async () => {
  const { smtp, mail, lines } = await openMail();
  mail.send(message, 3_600_000);
  mail.stop();
  mail.send(message);
  const logged = lines.map((line) => JSON.parse(line) as object);
  expect(logged).toMatchObject([
    { msg: 'unsent mails discarded', mails: 1 },
    { msg: 'mail dropped: too many are queued', locale: 'en' },
  ]);
  expect(smtp.offered).toBe(0);
});

test('an unreachable mail server does not delay requests', async () => {
  const foyer = await startFoyer({ env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'foyer@example.org' } });
  await foyer.must(createAccount, { body: { email: 'ada@example.org', password: 'a long enough password' } });
  const response = await foyer.call(
    requestPasswordReset,
    { body: { email: 'ada@example.org', locale: 'en' } },
    { as: 'anonymous' },
  );
  expect(response.status).toBe(204);
  await expect.poll(() => foyer.logged.some(({ msg }) => msg === 'sending a mail failed')).toBe(true);
});

test('deliver rejects if the password of the mail server is wrong', async () => {
  const { smtp, mail } = await openMail();
  const wrong = new URL(smtp.url);
  wrong.password = 'wrong';
  const { mail: other } = await openMail({ SMTP_URL: wrong.href });
  await expect(other.deliver(message)).rejects.toThrow(/auth|password/i);
  await mail.deliver(message);
});

test('caught mails are shown at /mail, which exists only with MAIL_CATCH', async () => {
  const foyer = await startFoyer({ env: { MAIL_CATCH: 'true' } });
  expect(await (await foyer.fetch('/mail')).text()).toContain('No emails yet');
  await foyer.must(createAccount, { body: { email: 'ada@example.org', name: '<i>Ada</i>', locale: 'ar' } });
  await expect.poll(async () => (await foyer.fetch('/mail')).text()).toContain('#token=');
  const page = await (await foyer.fetch('/mail')).text();
  expect(page).toContain('dir="rtl"');
  expect(page).not.toContain('<i>Ada</i>');
  const other = await startFoyer();
  expect(await (await other.fetch('/mail')).text()).not.toContain('Emails from this demo');
});

test.each(['/mail', '/api/loginOptions', '/'])(
  'a server that catches mails does not answer a forwarded request for %s',
  async (path) => {
    const foyer = await startFoyer({ env: { MAIL_CATCH: 'true' } });
    const response = await foyer.fetch(path, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(response.status).toBe(421);
    expect(await response.text()).toContain('answers only the machine that it runs on');
  },
);

test.each([
  [{ SMTP_URL: 'http://mail.example.org', MAIL_FROM: 'a@b.c' }, 'SMTP_URL is invalid'],
  [{ SMTP_URL: 'smtp://u:%zz@mail.example.org', MAIL_FROM: 'a@b.c' }, 'SMTP_URL is invalid'],
  [{ SMTP_URL: 'smtp://mail.example.org' }, 'MAIL_FROM not set'],
  [{ MAIL_FROM: 'a@b.c' }, 'SMTP_URL not set'],
  [{ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'a@b.c, d@e.f' }, 'MAIL_FROM is'],
  [{ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'a@b.c', MAIL_CATCH: 'true' }, 'both set'],
  [{ MAIL_CATCH: 'yes' }, 'MAIL_CATCH is'],
  [{ MAIL_CATCH: 'true', HOST: '0.0.0.0' }, 'HOST makes the server reachable'],
  [{ MAIL_CATCH: 'true', PUBLIC_URL: 'https://venue.example' }, 'PUBLIC_URL makes the server reachable'],
  [{ MAIL_CATCH: 'true', TRUSTED_PROXIES: '127.0.0.1' }, 'TRUSTED_PROXIES makes the server reachable'],
])('invalid mail settings are rejected with one line: %j', (env, line) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(line);
});

test('the described configuration contains the mail server without its password', () => {
  const config = readConfig({ SMTP_URL: 'smtps://me:secret@mail.example.org', MAIL_FROM: 'a@b.c' });
  const lines = describeConfig(config).join('\n');
  expect(lines).toContain('SMTP_URL=smtps://me:(secret)@mail.example.org\nMAIL_FROM=a@b.c\nMAIL_CATCH=false');
  expect(lines).not.toContain('me:secret');
});

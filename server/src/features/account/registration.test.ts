import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createAccount,
  confirmAccountLink,
  confirmationMs,
  getUserInfo,
  listAccounts,
  lockoutMs,
  getAccountLink,
  registerAccount,
  requestPasswordReset,
  setPassword,
} from '@foyer/contract';
import { startSmtp, tokenIn, type SmtpStandin } from '@foyer/standins/smtp';
import { expect, onTestFinished, test } from 'vitest';
import { addUser, goodPassword, signInCode, type MailingFoyer } from './testing/mailingFoyer.ts';
import { migratedDatabase } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';
import { readSetCookie } from '#testing/testUsers';

const anonymous = { as: 'anonymous' } as const;

async function startRegistering(
  allowedDomains: string[] = [],
  more: Readonly<Record<string, string>> = {},
): Promise<MailingFoyer> {
  const smtp: SmtpStandin = await startSmtp();
  onTestFinished(() => smtp.close());
  const database = await migratedDatabase();
  onTestFinished(() => database.remove());
  await writeFile(
    join(database.dataDir, 'login.json'),
    JSON.stringify({ providers: [{ type: 'password' }], registration: { allowedDomains } }),
  );
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'foyer@example.org', ...more };
  return { foyer: await startFoyer({ env, database }), smtp };
}

const register = (
  foyer: Foyer,
  email: string,
  password = goodPassword,
  headers: Readonly<Record<string, string>> = {},
) =>
  foyer.call(
    registerAccount,
    { body: { email, password, name: 'Ada', locale: 'en' } },
    { as: 'anonymous', headers },
  );

/** The headers with which the same browser sends back the cookie of a response. */
const browserOf = (foyer: Foyer, headers: Headers) => ({
  cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '',
  origin: foyer.running.config.publicUrl,
});

test('LOGIN-20p a user who registers and confirms by mail in the same browser is signed in', async () => {
  const { foyer, smtp } = await startRegistering();
  const response = await register(foyer, 'ada@example.org');
  expect(response.status).toBe(204);
  expect(response.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/);
  const mail = (await smtp.mailsTo('ada@example.org'))[0]!;
  // Anyone can trigger this mail for any address, so it must not contain the name they chose.
  for (const text of [mail.subject, mail.text, mail.html]) expect(text).not.toMatch(/\bAda\b/);
  const token = tokenIn(mail);
  const link = await foyer.must(getAccountLink, { body: { token } }, anonymous);
  expect(link.kind).toBe('registration');
  const confirmed = await foyer.call(
    confirmAccountLink,
    { body: { token } },
    { as: 'anonymous', headers: browserOf(foyer, response.headers) },
  );
  expect(confirmed.body).toMatchObject({ kind: 'registration', email: 'ada@example.org' });
  expect(readSetCookie(confirmed.headers, 'foyer_refresh')).not.toBe('');
  const as = { token: confirmed.body.session?.idToken ?? '' };
  expect(await foyer.must(getUserInfo, {}, { as })).toMatchObject({ email: 'ada@example.org' });
  expect(await signInCode(foyer, 'ada@example.org', goodPassword)).toBe('signedIn');
});

test('the registration link keeps the page of this server the user came from, also for the password link', async () => {
  const { foyer, smtp } = await startRegistering();
  for (const [returnTo, kept] of [
    ['/v/nightfall/area/expo?x=1', '/v/nightfall/area/expo?x=1'],
    ['https://evil.example/', undefined],
  ]) {
    const email = `ada${kept === undefined ? '' : '.there'}@example.org`;
    const body = { email, password: goodPassword, name: 'Ada', locale: 'en' as const, returnTo };
    await foyer.must(registerAccount, { body }, anonymous);
    const token = tokenIn((await smtp.mailsTo(email))[0]!);
    expect((await foyer.must(getAccountLink, { body: { token } }, anonymous)).returnTo).toBe(kept);
    const { passwordToken } = await foyer.must(confirmAccountLink, { body: { token } }, anonymous);
    const next = await foyer.must(getAccountLink, { body: { token: passwordToken ?? '' } }, anonymous);
    expect([next.kind, next.returnTo]).toEqual(['passwordReset', kept]);
  }
});

test('Pre-hijack: there is no account until the link is followed', async () => {
  const { foyer, smtp } = await startRegistering();
  await register(foyer, 'ada@example.org');
  await smtp.mailsTo('ada@example.org');
  expect(await signInCode(foyer, 'ada@example.org', goodPassword)).toBe('invalidCredentials');
  expect((await foyer.must(listAccounts, { query: {} })).accounts).toEqual([]);
});

test('Pre-hijack: a password chosen in another browser is discarded at confirmation', async () => {
  const { foyer, smtp } = await startRegistering();
  await register(foyer, 'victim@example.org', 'what the attacker knows');
  const token = tokenIn((await smtp.mailsTo('victim@example.org'))[0]!);
  const { passwordToken, session } = await foyer.must(confirmAccountLink, { body: { token } }, anonymous);
  expect(session).toBeUndefined();
  expect(await signInCode(foyer, 'victim@example.org', 'what the attacker knows')).toBe('invalidCredentials');
  const body = { token: passwordToken ?? '', password: 'what the victim chose' };
  await foyer.must(setPassword, { body }, anonymous);
  expect(await signInCode(foyer, 'victim@example.org', 'what the victim chose')).toBe('signedIn');
});

test('Pre-hijack: over https no neighbouring subdomain can plant the cookie that identifies the browser', async () => {
  const { foyer, smtp } = await startRegistering([], { PUBLIC_URL: 'https://venue.example.org' });
  const response = await register(foyer, 'victim@example.org', 'what the attacker knows');
  const own = browserOf(foyer, response.headers);
  expect(own.cookie).toMatch(/^__Host-foyer_registration=/);
  expect(response.headers.getSetCookie()[0]).toMatch(/; Path=\/;.*; Secure$/);
  const token = tokenIn((await smtp.mailsTo('victim@example.org'))[0]!);
  const headers = { ...own, cookie: own.cookie.replace('__Host-', '') };
  const confirmed = await foyer.must(confirmAccountLink, { body: { token } }, { as: 'anonymous', headers });
  expect(confirmed.passwordToken).toEqual(expect.any(String));
  expect(await signInCode(foyer, 'victim@example.org', 'what the attacker knows')).toBe('invalidCredentials');
});

test('Pre-hijack: confirming invalidates other registrations with the same address', async () => {
  const { foyer, smtp } = await startRegistering();
  await register(foyer, 'ada@example.org', 'what the attacker knows');
  const own = await register(foyer, 'ada@example.org', goodPassword);
  const [others, mine] = await smtp.mailsTo('ada@example.org', 2);
  // Mails may arrive in any order: the one that belongs to this browser's cookie is tried first.
  const headers = browserOf(foyer, own.headers);
  const confirm = (token: string) =>
    foyer.call(confirmAccountLink, { body: { token } }, { as: 'anonymous', headers });
  const first = await confirm(tokenIn(mine!));
  expect(first.status).toBe(200);
  expect((await confirm(tokenIn(others!))).error?.code).toBe('linkExpired');
  expect(await signInCode(foyer, 'ada@example.org', 'what the attacker knows')).toBe('invalidCredentials');
});

test('an address with an account gets the same response, and a mail that says so', async () => {
  const { foyer, smtp } = await startRegistering();
  await addUser(foyer, 'ada@example.org');
  const [existing, fresh] = [
    await register(foyer, 'ada@example.org'),
    await register(foyer, 'bea@example.org'),
  ];
  expect([existing.status, [...existing.headers.keys()]]).toEqual([fresh.status, [...fresh.headers.keys()]]);
  const [mail] = await smtp.mailsTo('ada@example.org');
  expect(mail?.subject).toContain('already');
  expect(tokenIn(mail!)).toBe('');
});

test('registrations by others with an address do not use up the password resets of its owner', async () => {
  const { foyer, smtp } = await startRegistering();
  await addUser(foyer, 'ada@example.org');
  for (let time = 1; time <= 4; time += 1) await register(foyer, 'ada@example.org');
  await smtp.mailsTo('ada@example.org', 3);
  await foyer.must(requestPasswordReset, { body: { email: 'ada@example.org', locale: 'en' } }, anonymous);
  const mails = await smtp.mailsTo('ada@example.org', 4);
  expect(mails.filter((mail) => tokenIn(mail) !== '')).toHaveLength(1);
  expect(mails).toHaveLength(4);
});

test('a registration is rejected at confirmation if the address has an account meanwhile', async () => {
  const { foyer, smtp } = await startRegistering();
  await register(foyer, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  await foyer.must(createAccount, { body: { email: 'ada@example.org' } });
  const { error } = await foyer.call(confirmAccountLink, { body: { token } }, anonymous);
  expect(error?.code).toBe('duplicateAccount');
});

test('the registration link works for a day', async () => {
  const { foyer, smtp } = await startRegistering();
  await register(foyer, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  foyer.advance(confirmationMs);
  const { error } = await foyer.call(confirmAccountLink, { body: { token } }, anonymous);
  expect(error?.code).toBe('linkExpired');
});

test('only exactly the allowed domains may register', async () => {
  const { foyer, smtp } = await startRegistering(['example.org']);
  for (const email of ['ada@example.org.evil.example', 'ada@sub.example.org', 'ada@notexample.org'])
    expect((await register(foyer, email)).error?.code).toBe('forbidden');
  expect((await register(foyer, 'ada@EXAMPLE.org')).status).toBe(204);
  await smtp.mailsTo('ada@example.org');
});

test('a registration rejects a weak password, an invalid address, and unknown fields', async () => {
  const { foyer } = await startRegistering();
  expect((await register(foyer, 'ada@example.org', 'short')).error?.code).toBe('weakPassword');
  expect((await register(foyer, 'vаctim@example.org')).error?.code).toBe('invalidInput');
  for (const extra of [{ roles: ['ROLE_ADMIN'] }, { userId: 'another-user' }, { blocked: false }]) {
    const body = {
      email: 'ada@example.org',
      password: goodPassword,
      name: 'Ada',
      locale: 'en' as const,
      ...extra,
    };
    expect((await foyer.call(registerAccount, { body }, anonymous)).error?.code).toBe('invalidInput');
  }
});

test('a network can register 120 times in two minutes; other networks are not affected', async () => {
  const { foyer } = await startRegistering([], { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' });
  const from = (address: string) =>
    register(foyer, 'ada@example.org', goodPassword, { 'x-forwarded-for': address });
  const responses = await Promise.all(
    Array.from({ length: 125 }, (_none, index) => from(`2001:db8:1:2::${index.toString(16)}`)),
  );
  expect(responses.filter(({ status }) => status === 204)).toHaveLength(120);
  const rejected = responses.filter(({ error }) => error?.code === 'tooManyRequests');
  expect(rejected.map(({ headers }) => headers.get('retry-after'))).toEqual(Array(5).fill('120'));
  expect((await from('2001:db8:1:3::1')).status).toBe(204);
  foyer.advance(lockoutMs);
  expect((await from('2001:db8:1:2::1')).status).toBe(204);
});

test('registration is off unless the login file allows it', async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  const foyer = await startFoyer({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'foyer@example.org' } });
  expect((await register(foyer, 'ada@example.org')).error?.code).toBe('notFound');
});

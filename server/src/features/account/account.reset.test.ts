import {
  readAccountLink,
  refreshSession,
  requestPasswordReset,
  setPassword,
  signIn,
  passwordResetMs,
} from '@foyer/contract';
import { tokenIn } from '@foyer/standins/smtp';
import { testPlace } from '#testing/database';
import { expect, test } from 'vitest';
import {
  addPerson,
  goodPassword,
  signInAs,
  signInCode,
  startMailingFoyer,
  type MailingFoyer,
} from './account.fixture.ts';
import { startFoyer } from '#testing/foyer';

const nobody = { as: 'nobody' } as const;
const newPassword = 'quite another password';

const ask = (
  { foyer }: Pick<MailingFoyer, 'foyer'>,
  email: string,
  more: { returnTo?: string; locale?: 'en' | 'de' | 'ar' | 'fr' } = {},
) => foyer.call(requestPasswordReset, { body: { email, locale: 'en', ...more } }, nobody);

test('LOGIN-20a a mail brings a link to a new password, with which one gets in', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addPerson(foyer, 'Ada@Example.org', { name: 'Ada' });
  expect((await ask({ foyer }, 'ada@example.ORG')).status).toBe(204);
  const [mail] = await smtp.mailsTo('Ada@Example.org');
  expect(mail?.subject).toContain('new password');
  expect(mail?.text).toContain(`${foyer.running.config.publicUrl}/account/link#token=`);
  const token = tokenIn(mail!);
  const link = await foyer.must(readAccountLink, { body: { token } }, nobody);
  expect(link).toEqual({
    kind: 'passwordReset',
    email: 'Ada@Example.org',
    expiresAt: foyer.now + passwordResetMs,
  });
  const set = await foyer.must(setPassword, { body: { token, password: newPassword } }, nobody);
  expect(set.email).toBe('Ada@Example.org');
  expect(await signInCode(foyer, 'ada@example.org', newPassword)).toBe('in');
  expect(await signInCode(foyer, 'ada@example.org', goodPassword)).toBe('invalidCredentials');
});

test('LOGIN-20b the link keeps the page of this server that it was asked for on', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addPerson(foyer, 'ada@example.org');
  await ask({ foyer }, 'ada@example.org', { returnTo: '/v/nightfall/areas/lobby?x=1' });
  const [mail] = await smtp.mailsTo('ada@example.org');
  const link = await foyer.must(readAccountLink, { body: { token: tokenIn(mail!) } }, nobody);
  expect(link.returnTo).toBe('/v/nightfall/areas/lobby?x=1');
});

test.each([
  'https://evil.example/x',
  '//evil.example',
  String.raw`/\evil.example`,
  'javascript:alert(1)',
  '/.//evil.example',
])('LOGIN-20b the link forgets a return address elsewhere: %s', async (returnTo) => {
  const { foyer, smtp } = await startMailingFoyer();
  await addPerson(foyer, 'ada@example.org');
  expect((await ask({ foyer }, 'ada@example.org', { returnTo })).status).toBe(204);
  const [mail] = await smtp.mailsTo('ada@example.org');
  const link = await foyer.must(readAccountLink, { body: { token: tokenIn(mail!) } }, nobody);
  expect(link.returnTo).toBeUndefined();
  expect(mail?.text).not.toContain('evil');
});

test('LOGIN-20c a link works once', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addPerson(foyer, 'ada@example.org');
  await ask({ foyer }, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  const use = (password: string) => foyer.call(setPassword, { body: { token, password } }, nobody);
  const [first, second] = await Promise.all([use(newPassword), use('a third password')]);
  expect(new Set([first.status, second.status])).toEqual(new Set([200, 410]));
  expect((await use('a fourth password')).fault?.code).toBe('linkExpired');
});

test('LOGIN-20d a link expires after an hour', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addPerson(foyer, 'ada@example.org');
  await ask({ foyer }, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  foyer.pass(passwordResetMs);
  const { fault } = await foyer.call(setPassword, { body: { token, password: newPassword } }, nobody);
  expect(fault?.code).toBe('linkExpired');
  expect((await foyer.call(readAccountLink, { body: { token } }, nobody)).fault?.code).toBe('linkExpired');
});

test('a new password takes the links of earlier mails with it', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addPerson(foyer, 'ada@example.org');
  await ask({ foyer }, 'ada@example.org');
  await ask({ foyer }, 'ada@example.org');
  const [one, other] = await smtp.mailsTo('ada@example.org', 2);
  await foyer.must(setPassword, { body: { token: tokenIn(one!), password: newPassword } }, nobody);
  const late = await foyer.call(
    setPassword,
    { body: { token: tokenIn(other!), password: goodPassword } },
    nobody,
  );
  expect(late.fault?.code).toBe('linkExpired');
});

test('a weak password does not cost the link', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addPerson(foyer, 'ada@example.org');
  await ask({ foyer }, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  const short = await foyer.call(setPassword, { body: { token, password: 'too short' } }, nobody);
  expect(short.fault?.code).toBe('weakPassword');
  expect((await foyer.call(setPassword, { body: { token, password: newPassword } }, nobody)).status).toBe(
    200,
  );
});

test('a new password ends the sessions that are open', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addPerson(foyer, 'ada@example.org');
  const signedIn = await foyer.call(
    signIn,
    { body: { email: 'ada@example.org', password: goodPassword } },
    nobody,
  );
  const cookie = signedIn.headers
    .getSetCookie()
    .map((value) => value.split(';')[0])
    .join('; ');
  const headers = { cookie, origin: foyer.running.config.publicUrl };
  await ask({ foyer }, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  await foyer.must(setPassword, { body: { token, password: newPassword } }, nobody);
  const refreshed = await foyer.call(refreshSession, {}, { as: 'nobody', headers });
  expect(refreshed.fault?.code).toBe('unauthorized');
});

test('input 17: an unknown address is answered as a known one, and gets no mail', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addPerson(foyer, 'ada@example.org');
  const [unknown, known, none] = [
    await ask({ foyer }, 'nobody@example.org'),
    await ask({ foyer }, 'ada@example.org'),
    await ask({ foyer }, 'no address at all'),
  ];
  await smtp.mailsTo('ada@example.org');
  const told = ({ status, bytes, headers }: typeof known) => [status, bytes.length, [...headers.keys()]];
  expect(told(unknown)).toEqual(told(known));
  expect(told(none)).toEqual(told(known));
  await foyer.stop();
  expect(smtp.mails).toHaveLength(1);
});

test('input 17: a hundred requests are all answered alike, and three mails go out in an hour', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addPerson(foyer, 'ada@example.org');
  await addPerson(foyer, 'bea@example.org');
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask({ foyer }, 'ada@example.org')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  // Somebody else behind the same address is served as ever.
  await ask({ foyer }, 'bea@example.org');
  await smtp.mailsTo('bea@example.org');
  await smtp.mailsTo('ada@example.org', 3);
  foyer.pass(3_600_000);
  await ask({ foyer }, 'ada@example.org');
  await smtp.mailsTo('ada@example.org', 4);
  await foyer.stop();
  expect(smtp.mails).toHaveLength(5);
});

test('the mails of an hour are counted over a restart, and so on every server', async () => {
  const place = await testPlace();
  const { foyer: before, smtp } = await startMailingFoyer({ place });
  await addPerson(before, 'ada@example.org');
  await addPerson(before, 'bea@example.org');
  for (let time = 1; time <= 3; time += 1) {
    await ask({ foyer: before }, 'ada@example.org');
    await smtp.mailsTo('ada@example.org', time);
  }
  await before.stop();
  const { foyer: after, smtp: smtpAfter } = await startMailingFoyer({ place });
  await ask({ foyer: after }, 'ada@example.org');
  await ask({ foyer: after }, 'bea@example.org');
  await smtpAfter.mailsTo('bea@example.org');
  await after.stop();
  expect(smtpAfter.mails).toHaveLength(1);
  await place.remove();
});

test.each([
  ['de', 'de', 'ltr', 'Passwort'],
  ['ar', 'ar', 'rtl', 'كلمة'],
  ['fr', 'en', 'ltr', 'password'],
] as const)(
  'a mail in %s is written in %s, %s, with a text and an HTML part',
  async (locale, language, dir, word) => {
    const { foyer, smtp } = await startMailingFoyer();
    await addPerson(foyer, 'ada@example.org');
    await ask({ foyer }, 'ada@example.org', { locale });
    const [mail] = await smtp.mailsTo('ada@example.org');
    expect(mail?.html).toContain(`<html lang="${language}" dir="${dir}">`);
    expect(mail?.subject).toContain(word);
    expect(mail?.text).toContain(word);
    expect(mail?.headers.get('content-language')).toBe(language);
    expect(mail?.html).toContain(tokenIn(mail!));
  },
);

test('an account that a provider vouches for gets no password by mail', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addPerson(foyer, 'bea@example.org');
  const { storage } = foyer.running;
  await storage.db
    .insertInto('account')
    .values({
      id: 'external',
      emailKey: 'ada@example.org',
      email: 'ada@example.org',
      name: '',
      company: '',
      title: '',
      roles: 'ROLE_ATTENDEE',
      locale: null,
      blocked: 0,
      confirmedAt: foyer.now,
      passwordHash: null,
      createdAt: foyer.now,
      lastLoginAt: null,
      searchText: 'ada@example.org',
    })
    .execute();
  await storage.db
    .insertInto('accountIdentity')
    .values({
      provider: 'corp',
      subject: 's1',
      accountId: 'external',
      email: 'ada@example.org',
      emailVerified: 1,
      createdAt: foyer.now,
    })
    .execute();
  await ask({ foyer }, 'ada@example.org');
  await ask({ foyer }, 'bea@example.org');
  await smtp.mailsTo('bea@example.org');
  await foyer.stop();
  expect(smtp.mails).toHaveLength(1);
});

test('without a mail server no reset is offered', async () => {
  const foyer = await startFoyer();
  const { fault } = await ask({ foyer }, 'ada@example.org');
  expect(fault?.code).toBe('functionUnsupported');
});

test.each([
  ['127 characters', `ä1 ${'b2'.repeat(62)}`, 'in'],
  ['128 characters', 'a1'.repeat(64), 'invalidInput'],
  ['9 characters', 'p4ssw0rd!', 'weakPassword'],
  ['one of the commonest', 'Password123!', 'weakPassword'],
  ['the email itself', 'ada@example.org', 'weakPassword'],
  ['U+0000', `a long enough\u0000password`, 'invalidInput'],
])('a password of %s', async (_what, password, expected) => {
  const { foyer, smtp } = await startMailingFoyer();
  await addPerson(foyer, 'ada@example.org');
  await ask({ foyer }, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  const { fault } = await foyer.call(setPassword, { body: { token, password } }, nobody);
  if (fault === undefined) expect(await signInCode(foyer, 'ada@example.org', password)).toBe(expected);
  else expect(fault.code).toBe(expected);
});

test('a password of one megabyte is refused before it is hashed', async () => {
  const { foyer } = await startMailingFoyer();
  const body = { token: 'not-a-token-that-anybody-was-given-01234567', password: 'x'.repeat(1024 * 1024) };
  const { fault } = await foyer.call(setPassword, { body }, nobody);
  expect(fault?.code).toBe('payloadTooLarge');
  const signing = await foyer.call(
    signIn,
    { body: { email: 'ada@example.org', password: body.password } },
    nobody,
  );
  expect(signing.fault?.code).toBe('payloadTooLarge');
});

test('a password is the same in whatever form a keyboard sends it', async () => {
  const { foyer } = await startMailingFoyer();
  await addPerson(foyer, 'ada@example.org', { password: 'pässwörter über älles'.normalize('NFD') });
  const signed = await signInAs(foyer, 'ada@example.org', 'pässwörter über älles'.normalize('NFC'));
  expect(signed['authorization']).toMatch(/^Bearer /);
});

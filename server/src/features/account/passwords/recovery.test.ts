import {
  getAccountLink,
  getUserInfo,
  listDevices,
  lockoutFailures,
  passwordResetMs,
  refreshSession,
  setPassword,
  signIn,
  type IssuedIdToken,
} from '@foyer/contract';
import { tokenIn } from '@foyer/standins/smtp';
import { expect, test } from 'vitest';
import {
  addUser,
  requestReset,
  goodPassword,
  signInHeaders,
  signInCode,
  startMailingFoyer,
} from '../testing/mailingFoyer.ts';
import { startFoyer, type Foyer } from '#testing/foyer';
import { readSetCookie } from '#testing/testUsers';

const anonymous = { as: 'anonymous' } as const;
const newPassword = 'quite another password';

test('LOGIN-20g the mail contains a link to set a new password, which then works for login', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'Ada@Example.org', { name: 'Ada' });
  expect((await requestReset({ foyer }, 'ada@example.ORG')).status).toBe(204);
  const [mail] = await smtp.mailsTo('Ada@Example.org');
  expect(mail?.subject).toContain('new password');
  expect(mail?.text).toContain(`${foyer.running.config.publicUrl}/account/link#token=`);
  const token = tokenIn(mail!);
  const link = await foyer.must(getAccountLink, { body: { token } }, anonymous);
  expect(link).toEqual({
    kind: 'passwordReset',
    email: 'Ada@Example.org',
    expiresAt: foyer.now + passwordResetMs,
  });
  const set = await foyer.must(setPassword, { body: { token, password: newPassword } }, anonymous);
  expect(set.email).toBe('Ada@Example.org');
  expect(await signInCode(foyer, 'ada@example.org', newPassword)).toBe('signedIn');
  expect(await signInCode(foyer, 'ada@example.org', goodPassword)).toBe('invalidCredentials');
});

/** The cookies and the ID token of a browser that a response has signed in. */
function signedInBrowser(foyer: Foyer, { headers, body }: SignedInResponse) {
  const cookie = headers
    .getSetCookie()
    .map((value) => value.split(';')[0])
    .join('; ');
  const browser = { cookie, origin: foyer.running.config.publicUrl };
  const token = { authorization: `Bearer ${body.session?.idToken}` };
  return {
    session: body.session,
    refresh: () => foyer.call(refreshSession, {}, { as: 'anonymous', headers: browser }),
    getUser: () => foyer.call(getUserInfo, {}, { as: 'anonymous', headers: token }),
  };
}
interface SignedInResponse {
  readonly headers: Headers;
  readonly body: { readonly session?: IssuedIdToken | undefined };
}

test('LOGIN-20m a new password signs in this browser and ends all other sessions', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  const { userId } = await addUser(foyer, 'ada@example.org');
  const before = await foyer.users.signIn('ada@example.org', {}, goodPassword);
  await requestReset({ foyer }, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  const response = await foyer.call(setPassword, { body: { token, password: newPassword } }, anonymous);
  const browser = signedInBrowser(foyer, response);
  expect((await browser.getUser()).body).toMatchObject({ userId });
  expect((await browser.refresh()).status).toBe(200);
  const { devices } = await foyer.must(listDevices, {}, { as: { token: browser.session?.idToken ?? '' } });
  expect(devices).toMatchObject([{ current: true, provider: 'password' }]);
  const earlier = await foyer.call(getUserInfo, {}, { as: before });
  expect(earlier.error?.code).toBe('unauthorized');
});

test('LOGIN-20n a new password signs in while guesses of others have locked the account', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'ada@example.org');
  for (let count = 0; count < lockoutFailures; count++) await signInCode(foyer, 'ada@example.org', 'a guess');
  await requestReset({ foyer }, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  const response = await foyer.call(setPassword, { body: { token, password: newPassword } }, anonymous);
  expect((await signedInBrowser(foyer, response).getUser()).status).toBe(200);
  expect(await signInCode(foyer, 'ada@example.org', newPassword)).toBe('tooManyAttempts');
});

test.each([
  ['attendee', [], false],
  ['designer', ['ROLE_DESIGNER' as const], true],
])(
  'LOGIN-20o in a venue without passwords a new password signs in only who may use it on the stage: %s',
  async (_role, roles, isSignedIn) => {
    const { foyer, smtp } = await startMailingFoyer({
      login: {
        providers: [
          {
            type: 'oidc',
            id: 'corp',
            displayName: 'Corp',
            issuer: 'https://id.example',
            clientId: 'foyer',
            clientSecret: 'secret',
          },
        ],
      },
    });
    await addUser(foyer, 'ada@example.org', { roles });
    await requestReset({ foyer }, 'ada@example.org');
    const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
    const response = await foyer.call(setPassword, { body: { token, password: newPassword } }, anonymous);
    expect(response.body.session !== undefined).toBe(isSignedIn);
    expect(readSetCookie(response.headers, 'foyer_refresh') !== '').toBe(isSignedIn);
  },
);

test('LOGIN-20h the link keeps the page of this server where the reset was requested', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'ada@example.org');
  await requestReset({ foyer }, 'ada@example.org', { returnTo: '/v/nightfall/areas/lobby?x=1' });
  const [mail] = await smtp.mailsTo('ada@example.org');
  const link = await foyer.must(getAccountLink, { body: { token: tokenIn(mail!) } }, anonymous);
  expect(link.returnTo).toBe('/v/nightfall/areas/lobby?x=1');
});

test.each([
  'https://evil.example/x',
  '//evil.example',
  String.raw`/\evil.example`,
  'javascript:alert(1)',
  '/.//evil.example',
])('LOGIN-20i the link drops a return URL of another origin: %s', async (returnTo) => {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'ada@example.org');
  expect((await requestReset({ foyer }, 'ada@example.org', { returnTo })).status).toBe(204);
  const [mail] = await smtp.mailsTo('ada@example.org');
  const link = await foyer.must(getAccountLink, { body: { token: tokenIn(mail!) } }, anonymous);
  expect(link.returnTo).toBeUndefined();
  expect(mail?.text).not.toContain('evil');
});

test('LOGIN-20d a link expires after an hour', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'ada@example.org');
  await requestReset({ foyer }, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  foyer.advance(passwordResetMs);
  const { error } = await foyer.call(setPassword, { body: { token, password: newPassword } }, anonymous);
  expect(error?.code).toBe('linkExpired');
  expect((await foyer.call(getAccountLink, { body: { token } }, anonymous)).error?.code).toBe('linkExpired');
});

test('a new password invalidates the links of earlier mails', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'ada@example.org');
  await requestReset({ foyer }, 'ada@example.org');
  await requestReset({ foyer }, 'ada@example.org');
  const [one, other] = await smtp.mailsTo('ada@example.org', 2);
  await foyer.must(setPassword, { body: { token: tokenIn(one!), password: newPassword } }, anonymous);
  const late = await foyer.call(
    setPassword,
    { body: { token: tokenIn(other!), password: goodPassword } },
    anonymous,
  );
  expect(late.error?.code).toBe('linkExpired');
});

test('a weak password does not use up the link', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'ada@example.org');
  await requestReset({ foyer }, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  const short = await foyer.call(setPassword, { body: { token, password: 'too short' } }, anonymous);
  expect(short.error?.code).toBe('weakPassword');
  expect((await foyer.call(setPassword, { body: { token, password: newPassword } }, anonymous)).status).toBe(
    200,
  );
});

test('a new password ends all open sessions', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'ada@example.org');
  const signedIn = await foyer.call(
    signIn,
    { body: { email: 'ada@example.org', password: goodPassword } },
    anonymous,
  );
  const cookie = signedIn.headers
    .getSetCookie()
    .map((value) => value.split(';')[0])
    .join('; ');
  const headers = { cookie, origin: foyer.running.config.publicUrl };
  await requestReset({ foyer }, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  await foyer.must(setPassword, { body: { token, password: newPassword } }, anonymous);
  const refreshed = await foyer.call(refreshSession, {}, { as: 'anonymous', headers });
  expect(refreshed.error?.code).toBe('unauthorized');
});

test.each([
  ['de', 'de', 'ltr', 'Passwort'],
  ['ar', 'ar', 'rtl', 'كلمة'],
  ['fr', 'en', 'ltr', 'password'],
] as const)(
  'a mail in %s is written in %s, %s, with a text and an HTML part',
  async (locale, language, dir, word) => {
    const { foyer, smtp } = await startMailingFoyer();
    await addUser(foyer, 'ada@example.org');
    await requestReset({ foyer }, 'ada@example.org', { locale });
    const [mail] = await smtp.mailsTo('ada@example.org');
    expect(mail?.html).toContain(`<html lang="${language}" dir="${dir}">`);
    expect(mail?.subject).toContain(word);
    expect(mail?.text).toContain(word);
    expect(mail?.headers.get('content-language')).toBe(language);
    expect(mail?.html).toContain(tokenIn(mail!));
  },
);

test('an account of an identity provider gets no password by mail', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'bea@example.org');
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
  await requestReset({ foyer }, 'ada@example.org');
  await requestReset({ foyer }, 'bea@example.org');
  await smtp.mailsTo('bea@example.org');
  await foyer.stop();
  expect(smtp.mails).toHaveLength(1);
});

test('LOGIN-13m setting a password by mail removes ticket logins and keeps identity providers', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  const { userId: accountId } = await addUser(foyer, 'ada@example.org');
  const identity = { accountId, email: 'ada@example.org', emailVerified: 1, createdAt: foyer.now };
  const { db } = foyer.running.storage;
  await db
    .insertInto('accountIdentity')
    .values(['cvent', 'bizzabo', 'corp'].map((provider) => ({ ...identity, provider, subject: 's1' })))
    .execute();
  await requestReset({ foyer }, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  await foyer.must(setPassword, { body: { token, password: newPassword } }, anonymous);
  expect(await db.selectFrom('accountIdentity').select('provider').execute()).toEqual([{ provider: 'corp' }]);
});

test('without a mail server a reset is rejected', async () => {
  const foyer = await startFoyer();
  const { error } = await requestReset({ foyer }, 'ada@example.org');
  expect(error?.code).toBe('functionUnsupported');
});

test.each([
  ['127 characters', `ä1 ${'b2'.repeat(62)}`, 'signedIn'],
  ['128 characters', 'a1'.repeat(64), 'invalidInput'],
  ['9 characters', 'p4ssw0rd!', 'weakPassword'],
  ['a common password', 'Password123!', 'weakPassword'],
  ['the email itself', 'ada@example.org', 'weakPassword'],
  ['U+0000', `a long enough\u0000password`, 'invalidInput'],
])('a password of %s', async (_what, password, expected) => {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'ada@example.org');
  await requestReset({ foyer }, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  const { error } = await foyer.call(setPassword, { body: { token, password } }, anonymous);
  if (error === undefined) expect(await signInCode(foyer, 'ada@example.org', password)).toBe(expected);
  else expect(error.code).toBe(expected);
});

test('a password is accepted in any Unicode normalization form', async () => {
  const { foyer } = await startMailingFoyer();
  await addUser(foyer, 'ada@example.org', { password: 'pässwörter über älles'.normalize('NFD') });
  const signed = await signInHeaders(foyer, 'ada@example.org', 'pässwörter über älles'.normalize('NFC'));
  expect(signed['authorization']).toMatch(/^Bearer /);
});

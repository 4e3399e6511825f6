import {
  changeEmail,
  changePassword,
  confirmAccountLink,
  deleteAccount,
  exportAccount,
  getAccount,
  getUserInfo,
  lockoutMs,
  requestPasswordReset,
  setPassword,
  signIn,
  listDevices,
} from '@foyer/contract';
import { tokenIn } from '@foyer/standins/smtp';
import { expect, test } from 'vitest';
import { migratedDatabase } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';
import {
  addUser,
  goodPassword,
  signInHeaders,
  signInCode,
  startMailingFoyer,
  type MailingFoyer,
} from '../testing/mailingFoyer.ts';

const newPassword = 'quite another password';

async function startWithAda(): Promise<
  MailingFoyer & { ada: { as: 'anonymous'; headers: Record<string, string> } }
> {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'ada@example.org', { name: 'Ada' });
  return { foyer, smtp, ada: { as: 'anonymous', headers: await signInHeaders(foyer, 'ada@example.org') } };
}

test('the account response contains email, password state and providers', async () => {
  const { foyer, ada } = await startWithAda();
  expect(await foyer.must(getAccount, {}, ada)).toEqual({
    email: 'ada@example.org',
    hasPassword: true,
    providers: [],
    createdAt: foyer.now,
    mail: true,
  });
});

test('account requests need a logged-in user; the admin key is rejected', async () => {
  const { foyer } = await startWithAda();
  expect((await foyer.call(getAccount, {}, { as: 'anonymous' })).error?.code).toBe('unauthorized');
  expect((await foyer.call(getAccount, {})).error?.code).toBe('forbidden');
});

test('changing the password ends all other sessions, keeps this one, and sends a mail', async () => {
  const { foyer, smtp, ada } = await startWithAda();
  const elsewhere = { as: 'anonymous' as const, headers: await signInHeaders(foyer, 'ada@example.org') };
  await foyer.must(changePassword, { body: { currentPassword: goodPassword, newPassword } }, ada);
  expect((await foyer.call(getUserInfo, {}, ada)).status).toBe(200);
  expect((await foyer.call(getUserInfo, {}, elsewhere)).error?.code).toBe('unauthorized');
  expect(await signInCode(foyer, 'ada@example.org', newPassword)).toBe('signedIn');
  expect(await signInCode(foyer, 'ada@example.org', goodPassword)).toBe('invalidCredentials');
  const [mail] = await smtp.mailsTo('ada@example.org');
  expect(mail?.subject).toContain('was changed');
});

test('a wrong current password changes nothing and ends no session', async () => {
  const { foyer, ada } = await startWithAda();
  const body = { currentPassword: 'not the right one', newPassword };
  expect((await foyer.call(changePassword, { body }, ada)).error?.code).toBe('conflict');
  expect((await foyer.call(getUserInfo, {}, ada)).status).toBe(200);
  expect(await signInCode(foyer, 'ada@example.org', goodPassword)).toBe('signedIn');
});

test('after six wrong current passwords, concurrent or not, further attempts are rejected for two minutes', async () => {
  const { foyer, ada } = await startWithAda();
  const guess = (currentPassword: string) =>
    foyer.call(changePassword, { body: { currentPassword, newPassword } }, ada);
  const codes = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => (await guess(`wrong ${index}`)).error?.code),
  );
  expect(codes.filter((code) => code === 'conflict')).toHaveLength(6);
  const right = await guess(goodPassword);
  expect(right.error?.code).toBe('tooManyAttempts');
  expect(right.headers.get('retry-after')).toBe('120');
  foyer.advance(lockoutMs);
  expect((await guess(goodPassword)).status).toBe(204);
});

test('wrong current passwords are counted across restarts and nodes', async () => {
  const database = await migratedDatabase();
  const before = await startFoyer({ database });
  await addUser(before, 'ada@example.org');
  const headers = await signInHeaders(before, 'ada@example.org');
  const guess = async (foyer: Foyer, currentPassword: string) =>
    (
      await foyer.call(
        changePassword,
        { body: { currentPassword, newPassword } },
        { as: 'anonymous', headers },
      )
    ).error?.code;
  for (let time = 0; time < 6; time += 1) expect(await guess(before, `wrong ${time}`)).toBe('conflict');
  await before.stop();
  const after = await startFoyer({ database });
  expect(await guess(after, goodPassword)).toBe('tooManyAttempts');
  await after.stop();
  await database.remove();
});

test('a new email applies once its link is followed, and the old address gets a mail', async () => {
  const { foyer, smtp, ada } = await startWithAda();
  const body = { email: 'Ada@New.example', currentPassword: goodPassword, locale: 'de' as const };
  await foyer.must(changeEmail, { body }, ada);
  expect(await signInCode(foyer, 'ada@example.org', goodPassword)).toBe('signedIn');
  const [mail] = await smtp.mailsTo('ada@new.example');
  expect(mail?.subject).toContain('neue Adresse');
  expect(mail?.text).not.toMatch(/\bAda\b(?!@)/);
  const token = tokenIn(mail!);
  const confirmed = await foyer.must(confirmAccountLink, { body: { token } }, { as: 'anonymous' });
  expect(confirmed).toEqual({ kind: 'emailChange', email: 'Ada@New.example' });
  expect(await signInCode(foyer, 'ada@new.example', goodPassword)).toBe('signedIn');
  expect(await signInCode(foyer, 'ada@example.org', goodPassword)).toBe('invalidCredentials');
  const [notice] = await smtp.mailsTo('ada@example.org');
  expect(notice?.subject).toContain('Your email');
  const again = await foyer.call(confirmAccountLink, { body: { token } }, { as: 'anonymous' });
  expect(again.error?.code).toBe('linkExpired');
});

test('changing to the email of another account has the same response and audit entry, and no effect', async () => {
  const { foyer, smtp, ada } = await startWithAda();
  await addUser(foyer, 'bea@example.org');
  const change = (email: string) =>
    foyer.call(changeEmail, { body: { email, currentPassword: goodPassword, locale: 'en' } }, ada);
  expect([(await change('BEA@example.org')).status, (await change('free@example.org')).status]).toEqual([
    204, 204,
  ]);
  const [mail] = await smtp.mailsTo('bea@example.org');
  expect(tokenIn(mail!)).toBe('');
  const { changes } = await foyer.must(exportAccount, {}, ada);
  const requested = (changes as { what: string }[]).filter(({ what }) => what === 'emailChangeRequested');
  expect(requested).toHaveLength(2);
  expect(requested[0]).toEqual(requested[1]);
});

test('an email that another account uses meanwhile is rejected at confirmation', async () => {
  const { foyer, smtp, ada } = await startWithAda();
  const body = { email: 'new@example.org', currentPassword: goodPassword, locale: 'en' as const };
  await foyer.must(changeEmail, { body }, ada);
  const token = tokenIn((await smtp.mailsTo('new@example.org'))[0]!);
  await addUser(foyer, 'new@example.org');
  const { error } = await foyer.call(confirmAccountLink, { body: { token } }, { as: 'anonymous' });
  expect(error?.code).toBe('duplicateAccount');
});

test('Pre-hijack: a new password invalidates an earlier change of email', async () => {
  const { foyer, smtp, ada } = await startWithAda();
  const body = { email: 'attacker@example.org', currentPassword: goodPassword, locale: 'en' as const };
  await foyer.must(changeEmail, { body }, ada);
  const token = tokenIn((await smtp.mailsTo('attacker@example.org'))[0]!);
  await foyer.must(changePassword, { body: { currentPassword: goodPassword, newPassword } }, ada);
  const { error } = await foyer.call(confirmAccountLink, { body: { token } }, { as: 'anonymous' });
  expect(error?.code).toBe('linkExpired');
});

/** Adds an account and requests a password reset; returns the token of the mail. */
async function startReset({ foyer, smtp }: MailingFoyer, email: string): Promise<string> {
  await addUser(foyer, email);
  await foyer.must(requestPasswordReset, { body: { email, locale: 'en' } }, { as: 'anonymous' });
  return tokenIn((await smtp.mailsTo(email))[0]!);
}
const setNew = (foyer: Foyer, token: string) =>
  foyer.call(setPassword, { body: { token, password: newPassword } }, { as: 'anonymous' });
/** The order of two concurrent requests is random, so each race runs several times. */
const rounds = Array.from({ length: 6 }, (_, round) => `race-${round}@example.org`);

test('a sign-in with the old password during a password reset leaves no session but that of the reset', async () => {
  const { foyer, smtp } = await startMailingFoyer({ realCosts: true });
  for (const email of rounds) {
    const token = await startReset({ foyer, smtp }, email);
    const body = { email, password: goodPassword };
    // Several sign-ins, so that one is always running.
    const signIns = Array.from({ length: 8 }, () => foyer.call(signIn, { body }, { as: 'anonymous' }));
    const { session } = (await setNew(foyer, token)).body;
    await Promise.all(signIns);
    const as = { token: session?.idToken ?? '' };
    const { devices } = await foyer.must(listDevices, {}, { as });
    expect(devices.map(({ current }) => current)).toEqual([true]);
  }
});

test.each(['changePassword', 'changeEmail', 'deleteAccount'] as const)(
  'a %s with the old password during a password reset changes nothing afterwards',
  async (what) => {
    const { foyer, smtp } = await startMailingFoyer({ realCosts: true });
    for (const email of rounds) {
      const token = await startReset({ foyer, smtp }, email);
      const as = { as: 'anonymous', headers: await signInHeaders(foyer, email) } as const;
      const currentPassword = goodPassword;
      const late = {
        changePassword: () =>
          foyer.call(
            changePassword,
            { body: { currentPassword, newPassword: 'the password of a thief' } },
            as,
          ),
        changeEmail: () =>
          foyer.call(changeEmail, { body: { email: `x${email}`, currentPassword, locale: 'en' } }, as),
        deleteAccount: () => foyer.call(deleteAccount, { body: { email, currentPassword } }, as),
      }[what];
      const [reset] = await Promise.all([setNew(foyer, token), late()]);
      // If the other request came first, the link is invalid, as intended.
      if (reset.error) expect(reset.error.code).toBe('linkExpired');
      else expect(await signInCode(foyer, email, newPassword)).toBe('signedIn');
      const links = await foyer.running.storage.read.selectFrom('accountLink').select('kind').execute();
      expect(links).toEqual([]);
    }
  },
);

test('an export contains account, logins, sessions, changes and profile, but no secrets', async () => {
  const { foyer, ada } = await startWithAda();
  const response = await foyer.call(exportAccount, {}, ada);
  expect(response.headers.get('content-disposition')).toContain('attachment');
  expect(Object.keys(response.body)).toEqual(
    expect.arrayContaining(['account', 'logins', 'sessions', 'changes', 'profile', 'venue']),
  );
  expect(response.body['account']).toMatchObject({ email: 'ada@example.org', name: 'Ada' });
  expect(response.body['sessions']).toEqual([
    expect.objectContaining({ provider: 'password', createdAt: foyer.now, browser: '', os: '' }),
  ]);
  expect(JSON.stringify(response.body)).not.toMatch(/argon2|passwordHash|familyHash|currentHash/);
});

test('deleting an account ends its session and frees its email', async () => {
  const { foyer, ada } = await startWithAda();
  const remove = (email: string, currentPassword?: string) =>
    foyer.call(
      deleteAccount,
      { body: { email, ...(currentPassword === undefined ? {} : { currentPassword }) } },
      ada,
    );
  expect((await remove('bea@example.org', goodPassword)).error?.details).toEqual({ reason: 'email' });
  expect((await remove('ada@example.org')).error?.details).toEqual({ reason: 'password' });
  expect((await remove('ADA@example.org', goodPassword)).status).toBe(204);
  expect((await foyer.call(getUserInfo, {}, ada)).error?.code).toBe('unauthorized');
  expect(await signInCode(foyer, 'ada@example.org', goodPassword)).toBe('invalidCredentials');
  const audit = await foyer.running.storage.db
    .selectFrom('accountAudit')
    .select(['what', 'details'])
    .execute();
  expect(audit.map(({ what }) => what)).toContain('deleted');
  expect(JSON.stringify(audit)).not.toContain('example.org');
  await addUser(foyer, 'ada@example.org');
});

test.each(['roles', 'userId', 'email_verified', '__proto__'])(
  'input 32: %s in a body is rejected',
  async (key) => {
    const { foyer, ada } = await startWithAda();
    const response = await foyer.fetch('/api/account/password', {
      method: 'POST',
      headers: { ...ada.headers, 'content-type': 'application/json' },
      body: `{"currentPassword":"${goodPassword}","newPassword":"${newPassword}","${key}":["ROLE_ADMIN"]}`,
    });
    expect(response.status).toBe(400);
    expect(await signInCode(foyer, 'ada@example.org', goodPassword)).toBe('signedIn');
  },
);

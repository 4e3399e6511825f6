import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, getAccountLink, listAccounts } from '@foyer/contract';
import { startSmtp } from '@foyer/standins/smtp';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from './command.ts';
import { unverifiedKey } from '../features/account/emailAddress.ts';
import type { AccountTables } from '../features/account/index.ts';
import type { Storage } from '#platform/storage/storage';
import { startFoyer, testAdminKey, type Foyer } from '#testing/foyer';

async function userOf(foyer: Foyer, ...words: string[]) {
  const printed: string[] = [];
  const errors: string[] = [];
  const exit = await runCommand(['user', ...words], {
    env: { FOYER_URL: foyer.url, ADMIN_KEY: testAdminKey },
    print: (line) => void printed.push(line),
    printError: (line) => void errors.push(line),
  });
  return { exit, printed, errors };
}

async function fileOf(content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-people-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'people.csv');
  await writeFile(file, content);
  return file;
}

test('user add creates an account and, without a mail server, prints the invitation link', async () => {
  const foyer = await startFoyer();
  const { exit, printed } = await userOf(foyer, 'add', 'Ada@example.org', '--name', 'Ada', '--role', 'admin');
  expect(exit).toBe(0);
  const token = /#token=(\S{43})$/.exec(printed.at(-1) ?? '')?.[1] ?? '';
  const link = await foyer.must(getAccountLink, { body: { token } }, { as: 'anonymous' });
  expect(link).toMatchObject({ kind: 'invitation', email: 'Ada@example.org' });
  const { printed: listed } = await userOf(foyer, 'list');
  const { accounts } = await foyer.must(listAccounts, { query: {} });
  expect(listed).toEqual([
    `Ada@example.org  Ada  attendee admin  invited  never logged in  id ${accounts[0]?.userId}`,
  ]);
  const again = await userOf(foyer, 'add', 'ada@example.org');
  expect([again.exit, again.errors.join()]).toEqual([1, expect.stringContaining('already')]);
});

test('user role, block, unblock and reset find an account by email, ignoring case', async () => {
  const foyer = await startFoyer();
  await userOf(foyer, 'add', 'ada@example.org');
  await userOf(foyer, 'add', 'ada@example.org.uk');
  expect((await userOf(foyer, 'role', 'ADA@example.org', 'host', 'ROLE_DESIGNER')).printed[0]).toContain(
    'attendee host designer',
  );
  expect((await userOf(foyer, 'block', 'ADA@example.org')).printed).toEqual(['ada@example.org is blocked']);
  expect((await userOf(foyer, 'reset', 'ada@example.org')).exit).toBe(1);
  expect((await userOf(foyer, 'unblock', 'ada@example.org')).exit).toBe(0);
  expect((await userOf(foyer, 'reset', 'ada@example.org')).printed[0]).toContain('/account/link#token=');
  const missing = await userOf(foyer, 'block', 'nobody@example.org');
  expect([missing.exit, missing.errors]).toEqual([1, ['No account found with the email nobody@example.org']]);
});

test('user role and block warn if no administrator is left', async () => {
  const foyer = await startFoyer();
  const warning = 'No administrator is left';
  for (const email of ['ada@example.org', 'bea@example.org'])
    await foyer.must(createAccount, {
      body: { email, password: 'open the doors, please', roles: ['ROLE_ADMIN'] },
    });
  expect((await userOf(foyer, 'block', 'ada@example.org')).printed).toEqual(['ada@example.org is blocked']);
  expect((await userOf(foyer, 'role', 'bea@example.org', 'host')).printed).toEqual([
    expect.stringContaining('attendee host'),
    expect.stringContaining(warning),
  ]);
  await userOf(foyer, 'unblock', 'ada@example.org');
  expect((await userOf(foyer, 'role', 'bea@example.org', 'designer')).printed).toHaveLength(1);
  expect((await userOf(foyer, 'block', 'ada@example.org')).printed.at(-1)).toContain(warning);
});

test('user role selects the account with the verified email, and requires an id if there is none', async () => {
  const foyer = await startFoyer();
  const { account: eve } = await foyer.must(createAccount, { body: { email: 'ada@example.org' } });
  const { db } = foyer.running.storage as Storage<AccountTables>;
  // An account of a login provider that does not verify emails.
  await db
    .updateTable('account')
    .set({ emailKey: unverifiedKey({ email: eve.email, key: eve.email }, eve.userId) })
    .where('id', '=', eve.userId)
    .execute();
  const rejected = await userOf(foyer, 'role', 'ada@example.org', 'admin');
  expect([rejected.exit, rejected.errors.join()]).toEqual([
    1,
    expect.stringContaining(`Use the id of the account instead: ${eve.userId}`),
  ]);
  expect((await userOf(foyer, 'list')).printed[0]).toMatch(
    new RegExp(`^ada@example.org  not verified  .*  id ${eve.userId}$`),
  );
  expect((await userOf(foyer, 'role', eve.userId, 'host')).printed[0]).toContain('attendee host');
  // The email is still available.
  expect((await userOf(foyer, 'add', 'ada@example.org')).exit).toBe(0);
  const [given] = (await userOf(foyer, 'role', 'ada@example.org', 'admin')).printed;
  expect(given).toContain('attendee admin');
  expect(given).not.toContain(eve.userId);
});

test('user add reports an unknown locale or option in one line', async () => {
  const foyer = await startFoyer();
  const language = await userOf(foyer, 'add', 'ada@example.org', '--locale', 'xx');
  expect([language.exit, language.errors[0]]).toEqual([
    64,
    'Unknown locale: xx; expected one such as en, de or ar',
  ]);
  const option = await userOf(foyer, 'add', 'ada@example.org', '--rolle', 'host');
  expect([option.exit, option.errors[0]]).toEqual([64, "Unknown option '--rolle'"]);
});

test('user import creates and invites the accounts of a list', async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  const foyer = await startFoyer({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'foyer@example.org' } });
  const file = await fileOf('\u{FEFF}email;name\r\nada@example.org;Ada\r\nbea@example.org;Bea\r\n');
  const { exit, printed } = await userOf(foyer, 'import', file);
  expect([exit, printed]).toEqual([0, ['2 created, 0 unchanged, 2 invited by email']]);
  await smtp.mailsTo('ada@example.org');
  await smtp.mailsTo('bea@example.org');
});

test('user import reports invalid lines and imports no account', async () => {
  const foyer = await startFoyer();
  const file = await fileOf('email\nada@example.org\nnobody\n');
  const { exit, errors } = await userOf(foyer, 'import', file);
  expect(exit).toBe(1);
  expect(errors[0]).toBe(`${file}:3 has an invalid email address "nobody"`);
  expect((await userOf(foyer, 'list')).printed).toEqual(['No accounts found']);
});

test.each([
  ['a missing file', () => Promise.resolve('/no/such/people.csv'), 'No such file'],
  [
    'a file that is not UTF-8',
    () => fileOf(Buffer.from('email\nj\xf6rg@example.org', 'latin1')),
    'is not encoded in UTF-8',
  ],
])('user import reports %s', async (_what, file, message) => {
  const foyer = await startFoyer();
  const { exit, errors } = await userOf(foyer, 'import', await file());
  expect([exit, errors.join()]).toEqual([1, expect.stringContaining(message)]);
});

test('user list reads all pages', async () => {
  const foyer = await startFoyer();
  const file = await fileOf(
    `email\n${Array.from({ length: 1_001 }, (_, index) => `p${index}@example.org\n`).join('')}`,
  );
  await userOf(foyer, 'import', file, '--no-mail');
  const { printed } = await userOf(foyer, 'list');
  expect(new Set(printed).size).toBe(1_001);
});

test.each([
  [['fly'], 'Unknown user command: fly'],
  [['role', 'ada@example.org'], 'ROLE is missing'],
  [['add', 'ada@example.org', '--role', 'boss'], 'Unknown role: boss'],
  [['block'], 'EMAIL is missing'],
])('user %j is rejected as wrong usage', async (words, message) => {
  const foyer = await startFoyer();
  const { exit, errors } = await userOf(foyer, ...words);
  expect([exit, errors[0]]).toEqual([64, expect.stringContaining(message)]);
});

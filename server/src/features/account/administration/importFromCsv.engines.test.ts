import { importAccounts, accountImportRowsMax, listAccounts, setPassword } from '@foyer/contract';
import { tokenIn } from '@foyer/standins/smtp';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readCsvRows } from './csv.ts';
import { readImportCsv } from './readImportCsv.ts';
import { addUser, goodPassword, signInCode, startMailingFoyer } from '../testing/mailingFoyer.ts';
import { testEngine, testDatabase } from '#testing/database';
import { startFoyer } from '#testing/foyer';

const rowsOf = (text: string) => [...readCsvRows(text)].map(({ line, fields }) => [line, ...fields]);

test('the CSV reader accepts what spreadsheets write: byte order mark, separators, quotes, line ends', () => {
  expect(
    rowsOf('\u{FEFF}email;name\r\na@x.org;"Ada; ""the first"""\r\n\r\nb@x.org;"two\nlines"\rc@x.org;'),
  ).toEqual([
    [1, 'email', 'name'],
    [2, 'a@x.org', 'Ada; "the first"'],
    [4, 'b@x.org', 'two\nlines'],
    [6, 'c@x.org', ''],
  ]);
});

test('written CSV rows are read back unchanged', () => {
  const cell = fc.string({ unit: 'grapheme-composite' }).map((text) => text.trim());
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = [['a', 'b'], ...rows].map((row) => row.map(quoted).join(',')).join('\r\n');
      const read = [...readCsvRows(text)].map(({ fields }) => fields);
      expect(read.slice(1)).toEqual(rows.filter(([a, b]) => a !== '' || b !== ''));
    }),
  );
});

test.each([
  ['email,name\nada', 2, 'has an invalid email address "ada"'],
  ['email\nvаctim@example.org', 2, 'has an invalid email address'],
  ['email,role\nada@example.org,boss', 2, 'has a role "boss"'],
  ['email,locale\nada@example.org,xx', 2, 'has a language "xx"'],
  ['email\nada@example.org\nADA@example.org', 3, 'of line 2'],
  ['email,name\nada@example.org,Ada,more', 2, 'has more fields'],
  ['email,name\nada@example.org,"Ada', 2, 'a quote that is not closed'],
  ['email,name\nada@example.org,"Ada" L', 2, 'between a closing quote'],
  [`email,name\nada@example.org,${'x'.repeat(256)}`, 2, 'more than 255'],
  ['email,name\nada@example.org,A\u0000a', 2, 'control character'],
  ['email,password\nada@example.org,x', 1, 'has a column "password"'],
  ['email,email\n', 1, 'twice'],
  ['name\nAda', 1, 'has no column email'],
  ['', 1, 'is empty'],
])('an error in a list is reported with its line: %j', async (csv, line, reason) => {
  const { accounts, errors } = await readImportCsv(csv);
  expect(accounts).toEqual([]);
  expect(errors[0]).toEqual({ line, reason: expect.stringContaining(reason) });
});

test('imported users are invited in their languages, have their roles, and can log in', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'there@example.org');
  const csv = [
    'Email;Name;Company;Title;Role;Locale',
    'ada@example.org;Ada Lovelace;"Engines; Ltd";Countess;host designer;de',
    'noor@example.org;نور;;;;ar',
    'There@example.org;Other name;;;admin;',
  ].join('\n');
  expect(await foyer.must(importAccounts, { body: { csv, invite: true } })).toEqual({
    created: 2,
    unchanged: 1,
    invited: 2,
    errors: [],
  });
  const [mail] = await smtp.mailsTo('ada@example.org');
  expect(mail?.subject).toContain('eingeladen');
  const [arabic] = await smtp.mailsTo('noor@example.org');
  expect(arabic?.html).toContain('dir="rtl"');
  await foyer.must(
    setPassword,
    { body: { token: tokenIn(mail!), password: goodPassword } },
    { as: 'anonymous' },
  );
  expect(await signInCode(foyer, 'ada@example.org', goodPassword)).toBe('signedIn');
  const { accounts } = await foyer.must(listAccounts, { query: {} });
  expect(accounts.map(({ email, roles }) => [email, roles.length])).toEqual([
    ['ada@example.org', 3],
    ['noor@example.org', 1],
    ['there@example.org', 1],
  ]);
  const again = await foyer.must(importAccounts, { body: { csv, invite: true } });
  expect(again).toMatchObject({ created: 0, unchanged: 3, invited: 0 });
});

test('a list with an error creates no accounts', async () => {
  const { foyer } = await startMailingFoyer();
  const csv = 'email\nada@example.org\nnobody\nbea@example.org\nalso nobody';
  const { created, errors } = await foyer.must(importAccounts, { body: { csv, invite: true } });
  expect([created, errors.map(({ line }) => line)]).toEqual([0, [3, 5]]);
  expect((await foyer.must(listAccounts, { query: {} })).accounts).toEqual([]);
});

test('invitations that the mail server rejects temporarily are sent later, none is lost', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  smtp.refuse(1);
  const csv = 'email\nada@example.org\nbea@example.org';
  await foyer.must(importAccounts, { body: { csv, invite: true } });
  await expect.poll(() => smtp.mails.length).toBe(1);
  const queued = () => foyer.running.storage.db.selectFrom('accountInvitation').select('accountId').execute();
  await expect.poll(queued).toHaveLength(1);
  foyer.advance(60_000);
  // Another invitation triggers sending the queued ones.
  await foyer.must(importAccounts, { body: { csv: 'email\nceline@example.org', invite: true } });
  await smtp.mailsTo('celine@example.org');
  await expect.poll(() => smtp.mails.length).toBe(3);
  await expect.poll(queued).toHaveLength(0);
});

// SQLite belongs to one process; only on PostgreSQL there are several nodes.
if (testEngine === 'postgres')
  test('with a slow mail server two nodes send each invitation once', async () => {
    const { foyer: one, smtp } = await startMailingFoyer();
    const other = await testDatabase('sqlite');
    onTestFinished(() => other.remove());
    const database = { dataDir: other.dataDir, databaseUrl: one.running.config.databaseUrl };
    const release = smtp.hold();
    const emails = Array.from({ length: 6 }, (_none, index) => `p${index}@example.org`);
    await one.must(importAccounts, { body: { csv: ['email', ...emails].join('\n'), invite: true } });
    await expect.poll(() => smtp.offered).toBe(1);
    // Started only now, because it sends what is due at its start.
    const two = await startFoyer({
      database,
      env: { SMTP_URL: smtp.url, MAIL_FROM: 'foyer@example.org' },
    });
    // The first mail used up most of the first server's lease.
    one.advance(100_000);
    release(1);
    await expect.poll(() => smtp.offered).toBe(2);
    one.advance(50_000);
    two.advance(150_000);
    await two.must(importAccounts, { body: { csv: 'email\nlast@example.org', invite: true } });
    await expect.poll(() => smtp.offered).toBe(3);
    release();
    for (const email of [...emails, 'last@example.org']) await smtp.mailsTo(email);
    const queued = () => one.running.storage.db.selectFrom('accountInvitation').select('accountId').execute();
    await expect.poll(queued).toEqual([]);
    expect(smtp.mails.map(({ to }) => to.join()).toSorted()).toEqual(
      [...emails, 'last@example.org'].toSorted(),
    );
  });

test('20,000 accounts are imported, one more is rejected', async () => {
  const foyer = await startFoyer();
  const csvOf = (count: number) =>
    `email,name\n${Array.from({ length: count }, (_, index) => `p${index}@example.org,Person ${index}\n`).join('')}`;
  const tooMany = await foyer.must(importAccounts, {
    body: { csv: csvOf(accountImportRowsMax + 1), invite: false },
  });
  expect([tooMany.created, tooMany.errors.length]).toEqual([0, 1]);
  const all = await foyer.must(importAccounts, { body: { csv: csvOf(accountImportRowsMax), invite: true } });
  expect(all).toEqual({ created: accountImportRowsMax, unchanged: 0, invited: 0, errors: [] });
});

import {
  captureMessage,
  deleteAccount,
  exportAccount,
  listCapturedMessages,
  type CapturedMessage,
  type FrontendLogMessage,
} from '@foyer/contract';
import { capturedMessageRetentionDays, logMessageBurst, logMessageRefillMs } from '@foyer/contract/limits';
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { testEngine } from '#testing/database';
import {
  passwordLogin,
  startFoyer,
  testAdminKey,
  type Caller,
  type CallOptions,
  type Foyer,
} from '#testing/foyer';
import { Nodes } from '#testing/nodes';
import { testPassword } from '#testing/testUsers';
import { runCommand } from '../../cli/command.ts';

/** Several servers can share a PostgreSQL, but not an SQLite database. */
const multiNodeTest = testEngine === 'postgres' ? test : () => undefined;

const dayMs = 24 * 3_600_000;
const example = captureMessage.example.body as FrontendLogMessage;

interface Changes {
  readonly message?: string;
  readonly details?: string;
  readonly level?: FrontendLogMessage['loglevel'];
  readonly category?: string;
  readonly origin?: FrontendLogMessage['messageOrigin'];
  readonly client?: Partial<FrontendLogMessage['clientDetails']>;
}

const messageOf = ({ message, details, level, category, origin, client }: Changes): FrontendLogMessage => ({
  messageDetails: {
    ...example.messageDetails,
    ...(message !== undefined && { message }),
    ...(details !== undefined && { details }),
  },
  clientDetails: { ...example.clientDetails, ...client },
  loglevel: level ?? example.loglevel,
  logCategory: category ?? example.logCategory,
  messageOrigin: origin ?? example.messageOrigin,
});
const capture = (foyer: Foyer, as: Caller, changes: Changes = {}, options: CallOptions = {}) =>
  foyer.call(captureMessage, { body: messageOf(changes) }, { as, ...options });
/** Captures messages of one session, so slowly that none is dropped. */
async function captureEach(foyer: Foyer, as: Caller, all: readonly Changes[]): Promise<void> {
  for (const changes of all) {
    expect((await capture(foyer, as, changes)).status).toBe(204);
    foyer.advance(logMessageRefillMs);
  }
}
const list = (foyer: Foyer, query: Record<string, string> = {}) =>
  foyer.must(listCapturedMessages, { query });
const textsOf = ({ messages }: { messages: readonly CapturedMessage[] }): string[] =>
  messages.map(({ message }) => message);

test('CALL-05a SHELL-02d a message is stored with its details, the browser, and the email of the session as user name', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account({ email: 'Ada@example.org' });
  const details = 'TypeError: x is undefined\n    at show (area.js:1:2)';
  const sent = {
    details,
    level: 'ERROR',
    category: 'WIDGET',
    client: { clientUsername: 'admin@example.org' },
  } as const;
  expect((await capture(foyer, ada, sent)).status).toBe(204);
  const at = new Date(foyer.now).toISOString();
  const { messages } = await list(foyer);
  expect(messages).toEqual([
    {
      id: expect.any(String) as string,
      firstAt: at,
      lastAt: at,
      count: 1,
      mode: 'LIVE',
      level: 'ERROR',
      category: 'WIDGET',
      origin: 'UI',
      message: example.messageDetails.message,
      details,
      client: { ...example.clientDetails, clientUsername: 'Ada@example.org' },
      requestId: expect.any(String) as string,
    },
  ]);
  const logged = foyer.logged.find(({ msg }) => msg === 'message of a web app captured');
  expect(logged).toMatchObject({ requestId: messages[0]?.requestId, loglevel: 'ERROR', category: 'WIDGET' });
});

test('CALL-05b the message and the client details are stored as JSON strings', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  await capture(foyer, ada, { details: 'line 1\nline 2' });
  const rows = await foyer.running.storage.read
    .selectFrom('capturedMessage')
    .select(['messageDetails', 'clientDetails'])
    .execute();
  expect(rows.map(({ messageDetails }) => messageDetails)).toEqual([
    String.raw`{"message":"picture could not be loaded","details":"line 1\nline 2"}`,
  ]);
  expect(JSON.parse(rows[0]?.clientDetails ?? '')).toEqual({
    ...example.clientDetails,
    clientUsername: ada.email,
  });
});

test('CALL-05c a message of the stage is stored with its mode', async () => {
  const foyer = await startFoyer();
  await capture(foyer, 'designer', {}, { mode: 'STAGE' });
  await capture(foyer, 'designer');
  expect((await list(foyer)).messages.map(({ mode }) => mode).toSorted()).toEqual(['LIVE', 'STAGE']);
});

test.each<[what: string, body: unknown, status: number]>([
  ['of 1 MB', messageOf({ details: 'x'.repeat(1_000_000) }), 413],
  ['with more details than allowed', messageOf({ details: 'x'.repeat(6_001) }), 400],
  ['without a text', messageOf({ message: '' }), 400],
  ['with a NUL character', messageOf({ message: 'a\0b' }), 400],
  ['of an unknown level', { ...example, loglevel: 'FATAL' }, 400],
  ['with markup as its category', { ...example, logCategory: '<b>' }, 400],
  ['with an unknown field', { ...example, userId: 'u-1' }, 400],
  ['without client details', { ...example, clientDetails: {} }, 400],
])('CALL-05d a message %s is rejected and not stored', async (_what, body, status) => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const response = await foyer.call(captureMessage, { body: body as FrontendLogMessage }, { as: ada });
  expect(response.status).toBe(status);
  expect((await list(foyer)).messages).toEqual([]);
});

test('CALL-05e the longest message is stored, also in a script with three bytes per character', async () => {
  const foyer = await startFoyer();
  const long = { message: '図'.repeat(2_000), details: '図'.repeat(6_000) };
  expect((await capture(foyer, await foyer.account(), long)).status).toBe(204);
  expect((await list(foyer)).messages).toMatchObject([long]);
});

test('CALL-05f line breaks, escape codes and markup are returned as they were sent', async () => {
  const foyer = await startFoyer();
  const message = '\u001b[31mred\u001b[0m\r\n<img src=x onerror=alert(1)> \u202e \ud800';
  await capture(foyer, await foyer.account(), { message });
  expect(textsOf(await list(foyer))).toEqual([message]);
});

test('ERROR-10a equal messages of a user within a minute of the first one are one with a count', async () => {
  const foyer = await startFoyer();
  const [ada, bo] = [await foyer.account(), await foyer.account()];
  const start = foyer.now;
  // The last one is a minute after the first one.
  for (const ms of [20_000, 39_999, 1]) {
    await capture(foyer, ada);
    foyer.advance(ms);
  }
  await capture(foyer, ada);
  await capture(foyer, bo);
  const { messages } = await list(foyer);
  const times = messages
    .filter(({ client }) => client.clientUsername === ada.email)
    .map(({ firstAt, lastAt, count }) => [Date.parse(firstAt) - start, Date.parse(lastAt) - start, count]);
  expect(times).toEqual([
    [60_000, 60_000, 1],
    [0, 59_999, 3],
  ]);
  expect(messages).toHaveLength(3);
});

test('ERROR-10b messages that differ in a value are stored separately', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  const all: Changes[] = [
    {},
    { message: 'another one' },
    { details: 'with details' },
    { level: 'ERROR' },
    { category: 'VENUE' },
    { origin: 'DESIGNER' },
    { client: { browser: 'Chrome' } },
    { client: { clientVersion: '2.0.1' } },
  ];
  await captureEach(foyer, ada, all);
  // Another page and another browser version.
  await captureEach(foyer, ada, [{ client: { clientURL: '/v/nightfall', browserVersion: '141.0' } }]);
  const counts = (await list(foyer)).messages.map(({ count }) => count);
  expect(counts.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 1, 1, 1, 2]);
});

test('ERROR-10c equal messages that arrive at the same time are one', async () => {
  const foyer = await startFoyer();
  const { email } = await foyer.account();
  // Each session has a rate limit of its own.
  const sessions = await Promise.all([1, 2, 3, 4].map(() => foyer.users.signIn(email)));
  const captureAll = () =>
    Promise.all(sessions.flatMap((as) => Array.from({ length: logMessageBurst }, () => capture(foyer, as))));
  await captureAll();
  expect((await list(foyer)).messages.map(({ count }) => count)).toEqual([40]);
  // The row of the first minute ends while all of them arrive.
  foyer.advance(60_000);
  await captureAll();
  const { messages, dropped } = await list(foyer);
  expect([messages.map(({ count }) => count), dropped]).toEqual([[40, 40], 0]);
});

test('ERROR-10d of 1,000 messages at once, those within the rate limit of the session are stored and the rest is counted', async () => {
  const foyer = await startFoyer();
  const [ada, bo] = [await foyer.account(), await foyer.account()];
  const statuses: number[] = [];
  // A hundred at a time: the system drops new connections if more wait for a busy server.
  for (let first = 0; first < 1_000; first += 100) {
    const messages = Array.from({ length: 100 }, (_, no) => ({ message: `message ${first + no}` }));
    const responses = await Promise.all(messages.map((changes) => capture(foyer, ada, changes)));
    statuses.push(...responses.map(({ status }) => status));
  }
  expect(new Set(statuses)).toEqual(new Set([204]));
  const flooded = await list(foyer);
  expect([flooded.messages.length, flooded.dropped]).toEqual([logMessageBurst, 1_000 - logMessageBurst]);
  // Other sessions are not affected, and this one may soon send again.
  await capture(foyer, bo);
  foyer.advance(logMessageRefillMs);
  for (const no of [1, 2]) await capture(foyer, ada, { message: `later ${no}` });
  const later = await list(foyer);
  expect([later.messages.length, later.dropped]).toEqual([logMessageBurst + 2, 1_001 - logMessageBurst]);
});

test('ERROR-10e dropped messages are counted for 14 days, also by a server that was restarted', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  for (let no = 0; no < logMessageBurst + 3; no += 1) await capture(foyer, ada, { message: `message ${no}` });
  await foyer.stop();
  const { dataDir } = foyer;
  const { databaseUrl } = foyer.running.config;
  const again = await startFoyer({ database: { dataDir, databaseUrl } });
  expect((await list(again)).dropped).toBe(3);
  again.advance((capturedMessageRetentionDays - 1) * dayMs);
  expect((await list(again)).dropped).toBe(3);
  again.advance(dayMs);
  expect((await list(again)).dropped).toBe(0);
});

test('ERROR-10rc equal messages beyond the rate limit are counted with the stored one', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  for (let no = 0; no < logMessageBurst + 500; no += 1) await capture(foyer, ada);
  foyer.advance(10_000);
  const counts = async () => (await list(foyer)).messages.map(({ count }) => count);
  await expect.poll(counts).toEqual([logMessageBurst + 500]);
  expect((await list(foyer)).dropped).toBe(0);
  // Later than a minute after the first one.
  foyer.advance(50_000);
  for (let no = 0; no < logMessageBurst; no += 1) await capture(foyer, ada, { message: `message ${no}` });
  await capture(foyer, ada);
  expect((await list(foyer)).dropped).toBe(1);
});

multiNodeTest('ERROR-10o equal messages to two servers are one, and both count what they drop', async () => {
  const { foyers } = await Nodes.start(2, (options) => startFoyer({ login: passwordLogin, ...options }));
  const [first, second] = foyers as [Foyer, Foyer];
  const ada = await first.account();
  await Promise.all(
    foyers.flatMap((foyer) => Array.from({ length: logMessageBurst }, () => capture(foyer, ada))),
  );
  expect((await list(first)).messages.map(({ count }) => count)).toEqual([2 * logMessageBurst]);
  for (const foyer of foyers)
    for (const message of ['another', 'one more']) await capture(foyer, ada, { message });
  second.advance(10_000);
  await expect.poll(async () => (await list(first)).dropped).toBe(4);
});

test('ERROR-10f messages are listed in pages, newest first', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  // The first two have the same time.
  for (const message of ['1', '2']) await capture(foyer, ada, { message });
  foyer.advance(1_000);
  for (const message of ['3', '4']) await capture(foyer, ada, { message });
  const texts: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(foyer, { limit: '1', ...(cursor !== undefined && { cursor }) });
    texts.push(...textsOf(page));
    // A new message does not change the pages that follow.
    foyer.advance(1);
    await capture(foyer, ada, { message: 'new' });
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(texts.slice(0, 2).toSorted()).toEqual(['3', '4']);
  expect(texts.slice(2).toSorted()).toEqual(['1', '2']);
  const wrong = await foyer.call(listCapturedMessages, { query: { cursor: '1.x' } });
  expect(wrong.error?.errMsg).toMatch(/nextCursor/);
});

test('ERROR-10g messages are filtered by level, category, origin, version, browser and user, whose values are listed', async () => {
  const foyer = await startFoyer();
  const [ada, bo] = [await foyer.account({ email: 'Ada@example.org' }), await foyer.account()];
  await captureEach(foyer, ada, [
    { message: 'error', level: 'ERROR' },
    { message: 'venue', category: 'VENUE' },
    { message: 'designer', origin: 'DESIGNER' },
    { message: 'old', client: { clientVersion: '1.9.0' } },
    { message: 'chrome', client: { browser: 'Chrome' } },
  ]);
  await capture(foyer, bo, { message: 'of Bo' });
  const filtered: readonly (readonly [Record<string, string>, string[]])[] = [
    [{ level: 'ERROR' }, ['error']],
    [{ category: 'VENUE' }, ['venue']],
    [{ origin: 'DESIGNER' }, ['designer']],
    [{ version: '1.9.0' }, ['old']],
    [{ browser: 'Chrome' }, ['chrome']],
    [{ user: bo.email.toUpperCase() }, ['of Bo']],
    [{ user: 'ADA@', browser: 'Chrome' }, ['chrome']],
    [{ user: 'a%a' }, []],
    [{ user: 'ada@example.org', browser: 'Firefox', version: '2.0.0' }, ['designer', 'venue', 'error']],
    [{ level: 'INFO' }, []],
  ];
  for (const [query, texts] of filtered) expect(textsOf(await list(foyer, query))).toEqual(texts);
  expect((await list(foyer, { level: 'INFO' })).found).toEqual({
    categories: ['ASSET', 'VENUE'],
    versions: ['1.9.0', '2.0.0'],
    browsers: ['Chrome', 'Firefox'],
  });
});

test('ERROR-10ra filters have the first 100 characters of browsers and versions, and messages the whole', async () => {
  const foyer = await startFoyer();
  // Random, because PostgreSQL compresses repeated text.
  const random = () => String.fromCodePoint(...Array.from({ length: 500 }, () => randomInt(0x4e00, 0x9fff)));
  const client = { browser: random(), clientVersion: random() };
  const ada = await foyer.account();
  expect((await capture(foyer, ada, { client })).status).toBe(204);
  expect((await list(foyer, { browser: client.browser })).messages).toMatchObject([{ client }]);
  expect((await list(foyer, { version: client.clientVersion })).messages).toMatchObject([{ client }]);
  expect((await list(foyer)).found).toMatchObject({
    browsers: [client.browser.slice(0, 100)],
    versions: [client.clientVersion.slice(0, 100)],
  });
});

test('ERROR-10h messages are deleted after 14 days', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  await capture(foyer, ada, { message: 'old' });
  foyer.advance(capturedMessageRetentionDays * dayMs);
  await capture(foyer, await foyer.users.signIn(ada.email), { message: 'new' });
  expect(textsOf(await list(foyer))).toEqual(['new', 'old']);
  foyer.advance(3_600_000);
  await expect.poll(async () => textsOf(await list(foyer))).toEqual(['new']);
});

test('ERROR-10i the export of an account contains its messages, and they are deleted with it', async () => {
  const foyer = await startFoyer();
  const [ada, bo] = [await foyer.account(), await foyer.account()];
  await capture(foyer, ada, { message: 'of Ada' });
  await capture(foyer, bo, { message: 'of Bo' });
  const exported = await foyer.must(exportAccount, {}, { as: ada });
  expect(exported).toMatchObject({
    capturedMessages: [{ message: 'of Ada', client: { browser: 'Firefox' } }],
  });
  await foyer.must(deleteAccount, { body: { email: ada.email, currentPassword: testPassword } }, { as: ada });
  expect(textsOf(await list(foyer))).toEqual(['of Bo']);
});

const runMessages = async (foyer: Foyer, ...words: string[]) => {
  const lines: string[] = [];
  const exitCode = await runCommand(['messages', ...words], {
    env: { FOYER_URL: foyer.url, ADMIN_KEY: testAdminKey },
    print: (line) => void lines.push(line),
    printError: (line) => void lines.push(line),
  });
  return { exitCode, lines };
};

test('ERROR-10j "messages" prints messages newest first, in lines without control characters', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account({ email: 'ada@example.org' });
  await captureEach(foyer, ada, [
    { message: 'older', level: 'ERROR', category: 'VENUE' },
    { message: '\u001b]0;title\u0007 \u009b2J\r\nfake line \u202e', details: 'Error: no\n\tat x' },
  ]);
  // Counted with the first one, whose time decides the order.
  foyer.advance(10_000);
  await captureEach(foyer, ada, [{ message: 'older', level: 'ERROR', category: 'VENUE' }]);
  const { exitCode, lines } = await runMessages(foyer);
  expect(exitCode).toBe(0);
  const time = (ms: number) => new Date(foyer.now - 10_000 - logMessageRefillMs - ms).toISOString();
  const [newer, older] = (await list(foyer)).messages;
  expect(lines).toEqual([
    String.raw`${time(logMessageRefillMs)}  1x  WARN  ASSET  ada@example.org  Firefox 140.0  app 2.0.0  \u001b]0;title\u0007 \u009b2J\r\nfake line \u202e  (request ${newer?.requestId})`,
    '    Error: no',
    String.raw`    \tat x`,
    `${time(2 * logMessageRefillMs)}  2x  ERROR  VENUE  ada@example.org  Firefox 140.0  app 2.0.0  older  (request ${older?.requestId})`,
  ]);
});

test('ERROR-10k "messages" filters, limits the number, and prints JSON', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account({ email: 'ada@example.org' });
  await captureEach(foyer, ada, [
    { message: 'first', level: 'ERROR' },
    { message: 'second', category: 'VENUE' },
    { message: 'third', client: { browser: 'Chrome' } },
    { message: 'fourth', origin: 'DESIGNER' },
    { message: 'fifth', client: { clientVersion: '1.9.0' } },
  ]);
  const printed = async (...words: string[]) =>
    (await runMessages(foyer, '--json', ...words)).lines.map(
      (line) => (JSON.parse(line) as CapturedMessage).message,
    );
  expect(await printed()).toEqual(['fifth', 'fourth', 'third', 'second', 'first']);
  expect(await printed('--limit', '2')).toEqual(['fifth', 'fourth']);
  expect(await printed('--level', 'error')).toEqual(['first']);
  expect(await printed('--category', 'VENUE', '--user', 'ada@example.org')).toEqual(['second']);
  expect(await printed('--browser', 'Chrome')).toEqual(['third']);
  expect(await printed('--origin', 'designer')).toEqual(['fourth']);
  expect(await printed('--version', '1.9.0')).toEqual(['fifth']);
  expect((await runMessages(foyer, '--level', 'INFO')).lines).toEqual(['No messages found']);
  const wrong = [
    ['--level', 'FATAL'],
    ['--origin', 'SERVER'],
    ['--limit', '0'],
    ['--limit', 'x'],
  ];
  for (const words of [...wrong, ['--colour'], ['export']])
    expect((await runMessages(foyer, ...words)).exitCode).toBe(64);
});

test('ERROR-10rb "messages" ends with the number of messages that were dropped', async () => {
  const foyer = await startFoyer();
  const ada = await foyer.account();
  for (let no = 0; no < logMessageBurst + 3; no += 1) await capture(foyer, ada, { message: `message ${no}` });
  const closing = '3 more of the last 14 days were not stored, because they exceeded the rate limit';
  expect((await runMessages(foyer, '--limit', '1')).lines.slice(1)).toEqual([closing]);
  expect((await runMessages(foyer, '--json')).lines.join('\n')).not.toContain(closing);
});

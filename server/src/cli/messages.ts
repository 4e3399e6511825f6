/** `npm run foyer -- messages`: the messages that the browsers of users have logged, over HTTP. */
import {
  logLevels,
  messageOrigins,
  type CapturedMessage,
  type listCapturedMessages,
  type ResponseOf,
} from '@foyer/contract';
import {
  runSingleCommand,
  UsageError,
  type OptionsOf,
  type ServerCommandContext,
  type ServerRun,
} from './serverCommand.ts';
import { escapeUnprintable } from './terminalText.ts';

export const messagesUsage = `messages [--level ERROR] [--category C] [--origin UI] [--version V]
         [--user EMAIL] [--browser B] [--limit 50] [--json]
                                     prints what the browsers of users have logged, newest first`;

const text = { type: 'string' } as const;
const options = {
  level: text,
  category: text,
  origin: text,
  version: text,
  user: text,
  browser: text,
  limit: text,
  json: { type: 'boolean' },
} as const;
type MessagesRun = ServerRun<OptionsOf<typeof options>>;

const defaultLimit = 50;
const pageSize = 500;

export const messagesCommand = (words: readonly string[], context: ServerCommandContext): Promise<number> =>
  runSingleCommand({ usage: messagesUsage, options, run: printMessages }, words, context);

async function printMessages(run: MessagesRun): Promise<void> {
  const [unexpected] = run.args;
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument: ${unexpected}`);
  const isJson = run.options.json === true;
  let count = 0;
  let droppedCount = 0;
  for await (const { messages, dropped } of pagesOf(run)) {
    count += messages.length;
    droppedCount = dropped;
    for (const message of messages)
      if (isJson) run.print(escapeUnprintable(JSON.stringify(message)));
      else for (const line of linesOf(message)) run.print(line);
  }
  if (isJson) return;
  if (count === 0) run.print('No messages found');
  if (droppedCount > 0)
    run.print(
      `${droppedCount} more of the last 14 days were not stored, because they exceeded the rate limit`,
    );
}

type MessagesPage = ResponseOf<typeof listCapturedMessages>;

/** Iterates over pages with the newest messages. They are requested as they are read. */
async function* pagesOf({ client, options: given }: MessagesRun): AsyncGenerator<MessagesPage> {
  const { category, version, user, browser } = given;
  const level = wordOf('level', given.level, logLevels);
  const origin = wordOf('origin', given.origin, messageOrigins);
  const filter = { level, category, origin, version, user, browser };
  let left = limitOf(given.limit);
  let cursor: string | undefined;
  while (left > 0) {
    const query = new URLSearchParams({ limit: String(Math.min(left, pageSize)) });
    for (const [name, value] of Object.entries({ ...filter, cursor }))
      if (value !== undefined) query.set(name, value);
    const page = await client.get<MessagesPage>(`/admin/messages?${query.toString()}`);
    yield page;
    if (page.nextCursor === undefined) return;
    left -= page.messages.length;
    cursor = page.nextCursor;
  }
}

/** An option that is one of a few words, in any case. */
function wordOf(
  name: 'level' | 'origin',
  word: string | undefined,
  known: readonly string[],
): string | undefined {
  const found = word?.toUpperCase();
  if (found !== undefined && !known.includes(found))
    throw new UsageError(`Unknown ${name}: ${word}; expected ${known.join(', ')}`);
  return found;
}

function limitOf(word: string | undefined): number {
  if (word === undefined) return defaultLimit;
  if (!/^[1-9]\d{0,5}$/.test(word))
    throw new UsageError(`--limit is ${word}; expected a whole number from 1 to 999999`);
  return Number(word);
}

/** One line, and the lines of the details below it. */
function linesOf({ firstAt, count, level, category, message, details, client, requestId }: CapturedMessage) {
  const { clientUsername, browser, browserVersion, clientVersion } = client;
  const parts = [
    firstAt,
    `${count}x`,
    level,
    category,
    clientUsername,
    `${browser} ${browserVersion}`,
    `app ${clientVersion}`,
    message,
    `(request ${requestId})`,
  ];
  return [
    parts.map(escapeUnprintable).join('  '),
    ...(details?.split('\n') ?? []).map((line) => `    ${escapeUnprintable(line)}`),
  ];
}

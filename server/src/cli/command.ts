/** The operator's commands, their arguments and exit codes. */
import { parseArgs } from 'node:util';
import { readAdminKey } from '#platform/config/adminKey';
import {
  ConfigError,
  configErrorExitCode,
  describeConfig,
  readConfig,
  type Config,
  type Environment,
} from '#platform/config/config';
import { ApiError } from '#platform/apiError';
import { StorageError } from '#platform/storage/errors';
import { StorageOutage } from '#platform/storageOutage';
import { backupCommand, restoreCommand } from './backup.ts';
import { describeLogin, readLoginFile } from '../features/login/index.ts';
import { consentsCommand, consentsUsage } from './consents.ts';
import { FileError } from './fileError.ts';
import { messagesCommand, messagesUsage } from './messages.ts';
import { userCommand, userUsage } from './user.ts';
import { UsageError, usageExit } from './serverCommand.ts';
import { venueCommand, venueUsage } from './venue.ts';
import { ZoomPackageError } from '../features/meeting/index.ts';
import { zoomCommand, zoomUsage } from './zoom.ts';
import { RequestError, ServerClient, type Destination } from './serverClient.ts';

/** The environment and output of a command. Tests pass their own. */
export interface CommandContext {
  readonly env: Environment;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

export type Command = (words: readonly string[], context: CommandContext) => Promise<number>;

const usage = `Usage: npm run foyer -- COMMAND

config check                         prints the configuration in this environment, without its secrets
stage-link [--url URL]               prints a link that opens the stage once
${venueUsage}
${userUsage}
${consentsUsage}
${messagesUsage}
${zoomUsage}
backup FILE                          writes all data to one archive; the server may be running
restore FILE                         restores an archive into an empty storage
help                                 prints this text

Commands read their own environment variables, not those of a running server.
Requests go to FOYER_URL, or http://127.0.0.1:PORT, with ADMIN_KEY or the key that the server created in DATA_DIR.`;

const commands: Readonly<Record<string, Command>> = {
  help: async (_words, { print }) => {
    print(usage);
    return 0;
  },
  config,
  'stage-link': stageLink,
  backup: (words, { env, print }) => backupCommand(oneFile('backup', words), readConfig(env), print),
  restore: (words, { env, print }) => restoreCommand(oneFile('restore', words), readConfig(env), print),
  user: (words, context) => userCommand(words, { ...context, to: destination(context.env) }),
  venue: (words, context) => venueCommand(words, { ...context, to: destination(context.env) }),
  consents: (words, context) => consentsCommand(words, { ...context, to: destination(context.env) }),
  messages: (words, context) => messagesCommand(words, { ...context, to: destination(context.env) }),
  zoom: (words, { env, print }) => zoomCommand(words, readConfig(env), print),
};

/** Runs one command. Returns the exit code: 0 success, 1 failure, 64 wrong usage, 78 wrong configuration. */
export async function runCommand(words: readonly string[], context: CommandContext): Promise<number> {
  const [name = 'help', ...rest] = words;
  const wanted = words.some((word) => word === '--help' || word === '-h') ? 'help' : name;
  const command = Object.hasOwn(commands, wanted) ? commands[wanted] : undefined;
  try {
    if (command === undefined) throw new UsageError(`Unknown command: ${name}`);
    return await command(rest, context);
  } catch (error) {
    return exitOf(error, context);
  }
}

/** Errors whose message is for the operator. */
const failures = [RequestError, FileError, ApiError, StorageError, ZoomPackageError];

function exitOf(error: unknown, { printError }: CommandContext): number {
  if (error instanceof UsageError) {
    printError(`${error.message}\n\n${usage}`);
    return usageExit;
  }
  if (error instanceof ConfigError) {
    printError(error.message);
    return configErrorExitCode;
  }
  if (!failures.some((failure) => error instanceof failure)) throw error;
  printError(error instanceof StorageOutage ? error.reason : (error as Error).message);
  return 1;
}

function oneFile(name: string, words: readonly string[]): readonly [string] {
  const [file, ...rest] = words;
  if (file === undefined || file.startsWith('-') || rest.length > 0)
    throw new UsageError(`${name} takes one argument: "${name} FILE"`);
  return [file];
}

async function config(words: readonly string[], { env, print }: CommandContext): Promise<number> {
  if (words.length !== 1 || words[0] !== 'check')
    throw new UsageError('config takes one argument: "config check"');
  const configured = readConfig(env);
  const lines = [...describeConfig(configured), ...describeLogin(readLoginFile(configured))];
  print(
    '# Read from the environment of this command. A running server may have other variables, for example those of its systemd unit or of the demo.',
  );
  for (const line of lines) print(line);
  return 0;
}

async function stageLink(words: readonly string[], context: CommandContext): Promise<number> {
  const { url } = options(words, ['url']);
  const to = destination(context.env, url);
  const link = await new ServerClient(to).post<{ url: string; expiresAt: number }>('/designer/stage-link');
  context.print(link.url);
  return 0;
}

/** Parses the `--name value` options of a command without other arguments. */
function options(words: readonly string[], names: readonly string[]): Record<string, string | undefined> {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    });
    return values;
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

/** The URL of the running server and its administrator key. */
export function destination(env: Environment, url?: string): Destination {
  const settings = readConfig(env);
  const wanted = url ?? env['FOYER_URL'] ?? localUrl(settings);
  if (!URL.canParse(wanted) || !/^https?:$/.test(new URL(wanted).protocol)) {
    throw new ConfigError(
      `FOYER_URL is ${JSON.stringify(wanted)}; expected the http or https URL of a server`,
    );
  }
  return { url: wanted.replace(/(?<!\/)\/+$/, ''), adminKey: readAdminKey(settings).key };
}

const localUrl = ({ host, port }: Config): string => {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
};

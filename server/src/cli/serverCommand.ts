/** Command groups that call a running server: lookup, arguments, errors and exit codes. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { FileError } from './fileError.ts';
import { RequestError, ServerClient, type Destination } from './serverClient.ts';
import { ArchiveError } from './venueArchive.ts';

export interface ServerCommandContext {
  readonly to: Destination;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

export interface ServerRun<Options> extends ServerCommandContext {
  readonly client: ServerClient;
  readonly options: Options;
  readonly args: readonly string[];
}

/** Ends a command whose error is already printed. */
export class CommandStopped extends Error {}
/** Wrong arguments. The usage is printed as well. */
export class UsageError extends Error {}
/** The command cannot be carried out. The message is printed to the operator. */
export class CommandError extends Error {}

export const usageExit = 64;

type OptionTypes = NonNullable<ParseArgsConfig['options']>;
export type OptionsOf<Types extends OptionTypes> = ReturnType<typeof parseArgs<{ options: Types }>>['values'];

export interface CommandGroup<Types extends OptionTypes> {
  readonly name: 'consents' | 'user' | 'venue';
  readonly usage: string;
  readonly options: Types;
  readonly commands: Readonly<Record<string, (run: ServerRun<OptionsOf<Types>>) => Promise<void>>>;
}

/** A command that is not part of a group. */
export interface SingleCommand<Types extends OptionTypes> {
  readonly usage: string;
  readonly options: Types;
  readonly run: (run: ServerRun<OptionsOf<Types>>) => Promise<void>;
}

/** Runs one command of a group. Returns the exit code: 0 success, 1 failure, 64 wrong usage. */
export async function runServerCommand<Types extends OptionTypes>(
  { name: group, usage, options, commands }: CommandGroup<Types>,
  [name = '', ...args]: readonly string[],
  context: ServerCommandContext,
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return runSingleCommand({ usage, options, run: command }, args, context);
  context.printError(name === '' ? `The ${group} command is missing` : `Unknown ${group} command: ${name}`);
  context.printError(usage);
  return usageExit;
}

/** Returns the exit code, as `runServerCommand`. */
export async function runSingleCommand<Types extends OptionTypes>(
  { usage, options, run }: SingleCommand<Types>,
  args: readonly string[],
  context: ServerCommandContext,
): Promise<number> {
  try {
    const { values, positionals } = parse([...args], options);
    await run({ ...context, client: new ServerClient(context.to), options: values, args: positionals });
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      context.printError(error.message);
      context.printError(usage);
      return usageExit;
    }
    if (isOperatorError(error)) context.printError(error.message);
    else if (!(error instanceof CommandStopped)) throw error;
    return 1;
  }
}

function parse<Types extends OptionTypes>(args: string[], options: Types) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // The rest of the message explains arguments that begin with a dash.
    throw new UsageError((error as Error).message.split(/\.\s/)[0]);
  }
}

const isOperatorError = (error: unknown): error is Error =>
  [RequestError, CommandError, ArchiveError, FileError].some((kind) => error instanceof kind);

/** Command groups that call a running server: lookup, arguments, errors and exit codes. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { FileFault } from './fileFault.ts';
import { CallFailed, ServerClient, type Destination } from './serverClient.ts';
import { ArchiveFault } from './venueArchive.ts';

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
export class Stop extends Error {}
/** Wrong arguments. The usage is printed as well. */
export class UsageFault extends Error {}
/** The command cannot be carried out. The message is printed to the operator. */
export class CommandFault extends Error {}

export const usageExit = 64;

type OptionTypes = NonNullable<ParseArgsConfig['options']>;
export type OptionsOf<Types extends OptionTypes> = ReturnType<typeof parseArgs<{ options: Types }>>['values'];

export interface CommandGroup<Types extends OptionTypes> {
  readonly name: 'user' | 'venue';
  readonly usage: string;
  readonly options: Types;
  readonly commands: Readonly<Record<string, (run: ServerRun<OptionsOf<Types>>) => Promise<void>>>;
}

/** Runs one command of a group. Returns the exit code: 0 success, 1 failure, 64 wrong usage. */
export async function runServerCommand<Types extends OptionTypes>(
  { name: group, usage, options, commands }: CommandGroup<Types>,
  [name = '', ...args]: readonly string[],
  context: ServerCommandContext,
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (command === undefined)
      throw new UsageFault(
        name === '' ? `The ${group} command is missing` : `Unknown ${group} command: ${name}`,
      );
    const { values, positionals } = parse(args, options);
    await command({ ...context, client: new ServerClient(context.to), options: values, args: positionals });
    return 0;
  } catch (fault) {
    if (fault instanceof UsageFault) {
      context.printError(fault.message);
      context.printError(usage);
      return usageExit;
    }
    if (isForPeople(fault)) context.printError(fault.message);
    else if (!(fault instanceof Stop)) throw fault;
    return 1;
  }
}

function parse<Types extends OptionTypes>(args: string[], options: Types) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (fault) {
    // The rest of the message explains arguments that begin with a dash.
    throw new UsageFault((fault as Error).message.split(/\.\s/)[0]);
  }
}

const isForPeople = (fault: unknown): fault is Error =>
  [CallFailed, CommandFault, ArchiveFault, FileFault].some((kind) => fault instanceof kind);

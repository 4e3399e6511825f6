/** `npm run foyer -- user …`: the people of this server, over HTTP. */
import { parseArgs } from 'node:util';
import { FileFault } from './fileFault.ts';
import { importPeople } from './user/import.ts';
import { add, block, list, reset, role, unblock } from './user/people.ts';
import type { UserOptions, UserRun } from './user/run.ts';
import { CommandFault, UsageFault, usageExit, type VenueCommandContext } from './venue/run.ts';
import { CallFailed, VenueClient } from './venueClient.ts';

export const userUsage = `user list [TEXT]                     the people, or those whose email or name contains TEXT
user add EMAIL [--name NAME] [--role ROLE]… [--locale L] [--password-stdin]
                                     makes an account, with a password read from standard input or with
                                     an invitation by mail
user role EMAIL ROLE…                gives these roles, out of attendee, host, designer, admin
user block EMAIL                     ends the sessions of a person and keeps them out
user unblock EMAIL                   lets them in again
user reset EMAIL                     sends a link to a new password, or the invitation again
user import FILE.csv [--no-mail]     makes accounts of a list: email, name, company, title, role, locale`;

const commands: Readonly<Record<string, (run: UserRun) => Promise<void>>> = {
  list,
  add,
  role,
  block,
  unblock,
  reset,
  import: importPeople,
};

/** Runs one user command. Returns the exit code: 0, 1 where something was refused, 64 for a wrong usage. */
export async function userCommand(words: readonly string[], context: VenueCommandContext): Promise<number> {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (command === undefined)
      throw new UsageFault(name === '' ? 'Which user command?' : `There is no user command ${name}`);
    const { values, positionals } = parse(rest);
    await command({ ...context, client: new VenueClient(context.to), options: values, args: positionals });
    return 0;
  } catch (fault) {
    if (fault instanceof UsageFault) {
      context.printError(fault.message);
      context.printError(userUsage);
      return usageExit;
    }
    if (!(fault instanceof CallFailed || fault instanceof CommandFault || fault instanceof FileFault))
      throw fault;
    context.printError(fault.message);
    return 1;
  }
}

function parse(args: string[]): { values: UserOptions; positionals: string[] } {
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean' } as const;
    return parseArgs({
      args,
      options: {
        name: text,
        role: { ...text, multiple: true },
        locale: text,
        'password-stdin': flag,
        'no-mail': flag,
      },
      allowPositionals: true,
    });
  } catch (fault) {
    throw new UsageFault((fault as Error).message);
  }
}

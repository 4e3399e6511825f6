/** `npm run foyer -- user …`: manages accounts over HTTP. */
import { runServerCommand, type ServerCommandContext } from './serverCommand.ts';
import { importFromCsv } from './user/importFromCsv.ts';
import { add, block, list, reset, role, unblock } from './user/accounts.ts';
import { userOptions } from './user/run.ts';

export const userUsage = `user list [TEXT]                     lists the accounts, or those whose email or name contains TEXT
user add EMAIL [--name NAME] [--role ROLE]… [--locale L] [--password-stdin]
                                     creates an account, with a password read from standard input or
                                     with an invitation by email
user role EMAIL ROLE…                replaces the roles: attendee, host, designer, admin
user block EMAIL                     blocks an account and ends its sessions
user unblock EMAIL                   unblocks an account
user reset EMAIL                     emails a password reset link, or the invitation again
                                     (for an unverified EMAIL use the id that "user list" shows)
user import FILE.csv [--no-mail]     creates accounts from CSV: email, name, company, title, role, locale`;

export const userCommand = (words: readonly string[], context: ServerCommandContext): Promise<number> =>
  runServerCommand(
    {
      name: 'user',
      usage: userUsage,
      options: userOptions,
      commands: { list, add, role, block, unblock, reset, import: importFromCsv },
    },
    words,
    context,
  );

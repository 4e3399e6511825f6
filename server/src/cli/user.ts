/** `npm run foyer -- user …`: the people of this server, over HTTP. */
import { runServerCommand, type ServerCommandContext } from './serverCommand.ts';
import { importPeople } from './user/import.ts';
import { add, block, list, reset, role, unblock } from './user/people.ts';
import { userOptions } from './user/run.ts';

export const userUsage = `user list [TEXT]                     the people, or those whose email or name contains TEXT
user add EMAIL [--name NAME] [--role ROLE]… [--locale L] [--password-stdin]
                                     makes an account, with a password read from standard input or with
                                     an invitation by mail
user role EMAIL ROLE…                gives these roles, out of attendee, host, designer, admin
user block EMAIL                     ends the sessions of a person and keeps them out
user unblock EMAIL                   lets them in again
user reset EMAIL                     sends a link to a new password, or the invitation again
                                     (where nobody vouches for an EMAIL it is the id, which list shows)
user import FILE.csv [--no-mail]     makes accounts of a list: email, name, company, title, role, locale`;

export const userCommand = (words: readonly string[], context: ServerCommandContext): Promise<number> =>
  runServerCommand(
    {
      name: 'user',
      usage: userUsage,
      options: userOptions,
      commands: { list, add, role, block, unblock, reset, import: importPeople },
    },
    words,
    context,
  );

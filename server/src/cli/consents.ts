/** `npm run foyer -- consents …`: the records of the users' consents, over HTTP. */
import { exportConsents } from './consents/export.ts';
import { runServerCommand, type ServerCommandContext } from './serverCommand.ts';

export const consentsUsage = `consents export FILE.csv             writes all recorded consents to cookies and external media as CSV`;

export const consentsCommand = (words: readonly string[], context: ServerCommandContext): Promise<number> =>
  runServerCommand(
    { name: 'consents', usage: consentsUsage, options: {}, commands: { export: exportConsents } },
    words,
    context,
  );

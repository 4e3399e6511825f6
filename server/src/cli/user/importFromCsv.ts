/** `user import`: creates accounts from a CSV file, all of them or none. */
import { readFile } from 'node:fs/promises';
import type { importAccounts, ResponseOf } from '@foyer/contract';
import { withFileErrors } from '../fileError.ts';
import { CommandError, UsageError } from '../serverCommand.ts';
import type { UserRun } from './run.ts';

export async function importFromCsv(run: UserRun): Promise<void> {
  const [file] = run.args;
  if (file === undefined) throw new UsageError('FILE.csv is missing');
  const invite = run.options['no-mail'] !== true;
  const body = JSON.stringify({ csv: await textOf(file), invite });
  const { created, unchanged, invited, errors } = await run.client.post<ResponseOf<typeof importAccounts>>(
    '/admin/accounts/import',
    body,
  );
  for (const { line, reason } of errors) run.printError(`${file}:${line} ${reason}`);
  if (errors.length > 0) throw new CommandError('No account was imported. Correct these lines and try again');
  run.print(`${created} created, ${unchanged} unchanged, ${invited} invited by email`);
  if (invite && invited < created)
    run.print('This server cannot send email. Create a link with "user reset EMAIL" and pass it on');
}

/** Keeps a byte order mark, which spreadsheets write; the server accepts it. */
async function textOf(file: string): Promise<string> {
  const bytes = await withFileErrors(file, 'read', () => readFile(file));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new CommandError(`${file} is not encoded in UTF-8. Save it as "CSV UTF-8"`, { cause });
  }
}

/** Prints errors of a venue file, one per line, as `file:line:column: path: reason`. */
import type { VenueError } from '@foyer/contract';
import { CommandStopped } from '../serverCommand.ts';
import type { Run } from './run.ts';
import { RequestError } from '../serverClient.ts';

/** Runs a call and prints the errors if the venue is rejected. */
export async function withVenueErrors<T>(run: Run, file: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof RequestError) || error.errors.total === 0) throw error;
    printErrors(run, file, error.errors);
    throw new CommandStopped();
  }
}

export function printErrors(
  { printError }: Run,
  file: string,
  { errors, total }: { errors: readonly VenueError[]; total: number },
): void {
  for (const error of errors) printError(errorLine(file, error));
  if (total > errors.length) printError(`... and ${total - errors.length} more`);
  printError(`${file} has ${total} error(s)`);
}

export function printWarnings({ print }: Run, file: string, warnings: readonly VenueError[]): void {
  for (const warning of warnings) print(`warning: ${errorLine(file, warning)}`);
}

function errorLine(file: string, { path, reason, line, column }: VenueError): string {
  const location = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return path === '' ? `${location}: ${reason}` : `${location}: ${path}: ${reason}`;
}

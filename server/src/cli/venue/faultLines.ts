/** Prints errors of a venue file, one per line, as `file:line:column: path: reason`. */
import type { VenueFault } from '@foyer/contract';
import { CommandStopped } from '../serverCommand.ts';
import type { Run } from './run.ts';
import { RequestError } from '../serverClient.ts';

/** Runs a call and prints the errors if the venue is rejected. */
export async function withVenueErrors<T>(run: Run, file: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof RequestError) || error.faults.total === 0) throw error;
    printFaults(run, file, error.faults);
    throw new CommandStopped();
  }
}

export function printFaults(
  { printError }: Run,
  file: string,
  { faults, total }: { faults: readonly VenueFault[]; total: number },
): void {
  for (const error of faults) printError(faultLine(file, error));
  if (total > faults.length) printError(`... and ${total - faults.length} more`);
  printError(`${file} has ${total} error(s)`);
}

export function printWarnings({ print }: Run, file: string, warnings: readonly VenueFault[]): void {
  for (const warning of warnings) print(`warning: ${faultLine(file, warning)}`);
}

function faultLine(file: string, { path, reason, line, column }: VenueFault): string {
  const location = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return path === '' ? `${location}: ${reason}` : `${location}: ${path}: ${reason}`;
}

/** `venue validate` and `venue save`. */
import { versionConflict, type VenueError } from '@foyer/contract';
import { baseOf, moveBase } from './base.ts';
import { withVenueErrors, printWarnings } from './errorLines.ts';
import { CommandStopped } from '../serverCommand.ts';
import { requireArg, type Run } from './run.ts';
import { readText } from '../fileError.ts';
import { RequestError } from '../serverClient.ts';

export async function validate(run: Run): Promise<void> {
  const file = requireArg(run, 0, 'FILE');
  const text = await readText(file);
  const { warnings } = await withVenueErrors(run, file, () =>
    run.client.post<{ warnings: VenueError[] }>('/designer/validate-venue-json', text),
  );
  printWarnings(run, file, warnings);
  run.print(`${file} is valid`);
}

export async function save(run: Run): Promise<void> {
  const file = requireArg(run, 0, 'FILE');
  const text = await readText(file);
  const version = await saveText(run, file, text);
  await moveBase(run, file, { text, version });
}

/** Saves the text of a venue file. Returns the new version. `file` is its name in messages. */
export async function saveText(run: Run, file: string, text: string): Promise<number> {
  const base = await baseOf(run, file, text);
  // The text is inserted unchanged, so that line numbers in errors are those of the file.
  const body = `{"baseVersion":${base},"venue":${text}}`;
  const saved = await withHint(run, () =>
    withVenueErrors(run, file, () =>
      run.client.post<{ version: number; warnings: VenueError[] }>('/designer/save-venue-json/stage', body),
    ),
  );
  printWarnings(run, file, saved.warnings);
  run.print(`Saved as version ${saved.version}, based on version ${base}`);
  return saved.version;
}

/** Explains how to continue after a version conflict. */
async function withHint<T>({ printError }: Run, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const conflict = versionConflict.safeParse(
      error instanceof RequestError ? error.response?.details : undefined,
    );
    if (!(error instanceof RequestError) || !conflict.success) throw error;
    const { baseVersion, currentVersion } = conflict.data;
    printError(error.message);
    printError(
      baseVersion < currentVersion
        ? `"venue diff ${baseVersion} ${currentVersion}" shows the changes; --base newest overwrites them with this file`
        : `Version ${baseVersion} does not exist on this server; --base newest overwrites the newest version with this file`,
    );
    throw new CommandStopped();
  }
}

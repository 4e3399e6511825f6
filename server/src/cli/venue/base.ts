/** The version that a venue file goes back to: a save on top of another one would undo somebody else's work unseen. */
import { writeFile } from 'node:fs/promises';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { CommandFault } from '../serverCommand.ts';
import type { Run } from './run.ts';
import { namedBase, newestOf } from './versions.ts';
import { FileFault, namingFile, readText } from '../fileFault.ts';

/** The base of a save: what `--base` says, else what the file says; the first save of a venue needs neither. */
export async function baseOf(run: Run, file: string, text: string): Promise<number> {
  const { architectureId, baseVersion } = factsOf(text);
  // A file without an id has faults, which the server names.
  if (architectureId === undefined) return 0;
  const named = await namedBase(run, architectureId);
  if (named !== undefined) return named;
  const newest = await newestOf(run.client, architectureId);
  if (newest === undefined) return 0;
  if (baseVersion !== undefined) return baseVersion;
  throw new CommandFault(
    `${file} does not say which version it goes back to, and ${architectureId} has been saved, last as version ${newest}. ` +
      `--base N says so, --base newest saves the file over whatever is there.`,
  );
}

function factsOf(text: string): { architectureId?: string; baseVersion?: number } {
  try {
    const { architectures, baseVersion } = (JSON.parse(text) ?? {}) as {
      architectures?: { id?: unknown }[];
      baseVersion?: unknown;
    };
    const id = architectures?.[0]?.id;
    return {
      ...(typeof id === 'string' ? { architectureId: id } : {}),
      ...(typeof baseVersion === 'number' ? { baseVersion } : {}),
    };
  } catch {
    return {};
  }
}

/** After a save: a file that says what it goes back to goes back to the saved version now, and can be saved again. */
export async function moveBase(
  run: Run,
  file: string,
  saved: { text: string; version: number },
): Promise<void> {
  const { text, version } = saved;
  const place = findNodeAtLocation(parseTree(text) ?? { type: 'null', offset: 0, length: 0 }, [
    'baseVersion',
  ]);
  if (place === undefined) return;
  const moved = text.slice(0, place.offset) + String(version) + text.slice(place.offset + place.length);
  if (await replaced(file, text, moved)) run.print(`${file} goes back to version ${version} now`);
  else run.print(`Write "baseVersion": ${version} into ${file} before you save it again`);
}

/** False where the file was changed in the meantime or may not be written. */
async function replaced(file: string, before: string, after: string): Promise<boolean> {
  try {
    if ((await readText(file)) !== before) return false;
    await namingFile(file, 'written', () => writeFile(file, after));
    return true;
  } catch (fault) {
    if (fault instanceof FileFault) return false;
    throw fault;
  }
}

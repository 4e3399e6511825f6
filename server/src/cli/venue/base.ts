/** The base version of a venue file. It prevents that a save silently overwrites someone else's changes. */
import { writeFile } from 'node:fs/promises';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { CommandError } from '../serverCommand.ts';
import type { Run } from './run.ts';
import { baseOption, newestOf } from './versions.ts';
import { FileError, withFileErrors, readText } from '../fileError.ts';

/** The base version of a save: `--base`, else `baseVersion` in the file. The first save of a venue needs neither. */
export async function baseOf(run: Run, file: string, text: string): Promise<number> {
  const { architectureId, baseVersion } = factsOf(text);
  // The server reports the missing id.
  if (architectureId === undefined) return 0;
  const base = await baseOption(run, architectureId);
  if (base !== undefined) return base;
  const newest = await newestOf(run.client, architectureId);
  if (newest === undefined) return 0;
  if (baseVersion !== undefined) return baseVersion;
  throw new CommandError(
    `${file} has no "baseVersion", and ${architectureId} already has version ${newest}. ` +
      `Give its base version with --base N, or overwrite the newest version with --base newest.`,
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

/** Updates `baseVersion` in the file after a save, so that the file can be saved again. */
export async function moveBase(
  run: Run,
  file: string,
  saved: { text: string; version: number },
): Promise<void> {
  const { text, version } = saved;
  const node = findNodeAtLocation(parseTree(text) ?? { type: 'null', offset: 0, length: 0 }, ['baseVersion']);
  if (node === undefined) return;
  const moved = text.slice(0, node.offset) + String(version) + text.slice(node.offset + node.length);
  if (await replaced(file, text, moved)) run.print(`${file} is now based on version ${version}`);
  else run.print(`Set "baseVersion": ${version} in ${file} before saving it again`);
}

/** Returns false if the file was changed in the meantime or is not writable. */
async function replaced(file: string, before: string, after: string): Promise<boolean> {
  try {
    if ((await readText(file)) !== before) return false;
    await withFileErrors(file, 'written', () => writeFile(file, after));
    return true;
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}

/** `venue import`: uploads the changed assets, then saves the venue. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { StoredAsset } from '@foyer/contract';
import { printErrors } from './errorLines.ts';
import { CommandStopped } from '../serverCommand.ts';
import { requireArg, type Run } from './run.ts';
import { saveText } from './save.ts';
import { withFileErrors } from '../fileError.ts';
import { readArchive, type ArchivedAsset, type OpenArchive } from '../venueArchive.ts';
import { RequestError } from '../serverClient.ts';

export async function importVenue(run: Run): Promise<void> {
  const file = requireArg(run, 0, 'FILE.tar');
  const archive = await withFileErrors(file, 'read', () => readArchive(file));
  try {
    const { assets: stored } = await run.client.get<{ assets: StoredAsset[] }>('/designer/assets');
    const sums = new Map(stored.map(({ id, sha256 }) => [id, sha256]));
    await requireGood(run, file, archive);
    const differing = [...archive.assets.values()].filter(({ id, sha256 }) => sums.get(id) !== sha256);
    await upload(run, differing);
    run.print(`${differing.length} of ${archive.assets.size} asset(s) uploaded, the others are unchanged`);
    await saveText(run, file, archive.venue);
  } finally {
    await archive.close();
  }
}

/**
 * Rejects an invalid venue before anything is uploaded. Assets that the archive contains may be missing on the server.
 */
async function requireGood(run: Run, file: string, { venue, assets }: OpenArchive): Promise<void> {
  try {
    await run.client.post('/designer/validate-venue-json', venue);
  } catch (error) {
    if (!(error instanceof RequestError) || error.errors.total === 0) throw error;
    const assetIds = assetIdsByPath(venue);
    const { errors, total } = error.errors;
    const errorsToReport = errors.filter(({ path }) => !assets.has(assetIds.get(path) ?? ''));
    // Errors beyond the listed ones are reported when the venue is saved.
    if (errorsToReport.length === 0) return;
    printErrors(run, file, {
      errors: errorsToReport,
      total: total - (errors.length - errorsToReport.length),
    });
    run.printError('Nothing was uploaded or saved');
    throw new CommandStopped();
  }
}

/** The ids of the assets in the file, by the path that the venue check reports for them. */
function assetIdsByPath(text: string): ReadonlyMap<string, string> {
  try {
    const { assets = [] } = JSON.parse(text) as { assets?: { id: string }[] };
    return new Map(assets.map(({ id }, index) => [`assets[${index}].id`, id]));
  } catch {
    return new Map();
  }
}

async function upload({ client, printError }: Run, assets: readonly ArchivedAsset[]): Promise<void> {
  let uploaded = 0;
  try {
    for (const { id, file } of assets) {
      const body = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
      await client.send({
        method: 'PUT',
        path: `/designer/assets/${encodeURIComponent(id)}`,
        body,
        contentType: 'application/octet-stream',
      });
      uploaded += 1;
    }
  } catch (error) {
    const failed = assets[uploaded]?.id ?? '';
    printError(
      `The asset ${failed} could not be uploaded after ${uploaded} of ${assets.length}; the venue was not saved. Run the command again to continue.`,
    );
    throw error;
  }
}

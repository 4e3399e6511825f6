/** `venue export`: writes a version and all its assets to one archive. */
import { Readable } from 'node:stream';
import type { Venue, VersionEntry } from '@foyer/contract';
import { CommandError } from '../serverCommand.ts';
import { numberOf, requireArg, type Run } from './run.ts';
import { architectureId, newestOf } from './versions.ts';
import { withFileErrors } from '../fileError.ts';
import { writeArchive } from '../venueArchive.ts';
import { RequestError } from '../serverClient.ts';

export async function exportVenue(run: Run): Promise<void> {
  const file = requireArg(run, 0, 'FILE.tar');
  const { version } = run.options;
  const wanted = version === undefined ? await newestVersion(run) : numberOf(version, '--version');
  const { entry, venue } = await run.client.get<{ entry: VersionEntry; venue: Venue }>(
    `/designer/versions/${wanted}`,
  );
  const named = run.args[1];
  if (named !== undefined && named !== entry.architectureId)
    throw new CommandError(`Version ${wanted} is one of ${entry.architectureId}, not of ${named}`);
  const generations = new Map(venue.assets.map(({ id, generation }) => [id, generation]));
  const plain = {
    // With a base version, a later save of the file fails if another version was saved since.
    baseVersion: wanted,
    ...venue,
    assets: venue.assets.map(({ generation: _generation, ...asset }) => asset),
  };
  const open = async (id: string) => {
    const path = `/architecture/${encodeURIComponent(entry.architectureId)}/assets/${encodeURIComponent(id)}`;
    const generation = generations.get(id);
    const response = await run.client.send({
      method: 'GET',
      path: generation === undefined ? path : `${path}?generation=${generation}`,
    });
    const bytes = Number(response.headers.get('content-length'));
    if (response.body === null && bytes > 0) throw new RequestError(`The asset ${id} has no content`);
    return { bytes, body: response.body === null ? Readable.from([]) : Readable.fromWeb(response.body) };
  };
  const text = `${JSON.stringify(plain, undefined, 2)}\n`;
  await withFileErrors(file, 'written', () => writeArchive(file, text, [...generations.keys()], open));
  run.print(
    `Exported version ${wanted} of ${entry.architectureId} with ${generations.size} asset(s) to ${file}`,
  );
}

async function newestVersion(run: Run): Promise<number> {
  const id = await architectureId(run, 1);
  const newest = await newestOf(run.client, id);
  if (newest === undefined) throw new CommandError(`No architecture ${id} found on the stage`);
  return newest;
}

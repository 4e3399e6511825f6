/** `npm run foyer -- venue …`: everything a designer does with a venue, over HTTP. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import type {
  StoredAsset,
  Venue,
  VenueFault,
  VenueVersion,
  VersionDifference,
  VersionEntry,
} from '@foyer/contract';
import {
  ArchiveFault,
  readArchive,
  writeArchive,
  type ArchivedAsset,
  type OpenArchive,
} from './venueArchive.ts';
import { CallFailed, VenueClient, type Destination } from './venueClient.ts';

export interface VenueCommandContext {
  readonly to: Destination;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

/** What went wrong is already printed. */
class Stop extends Error {}
class UsageFault extends Error {}

export const usageExit = 64;

export const venueUsage = `venue validate FILE                  checks a venue file and stores nothing
venue save FILE [--base N]           saves it to the stage; the base is the newest version unless told
venue publish [ID] [--version N]     publishes what is staged; with --version only if that is still the newest
venue unpublish                      takes the live venue down
venue history [ID] [--before N] [--limit N]
venue diff FROM TO                   areas, widgets, texts, assets and settings that differ
venue restore VERSION [--base N]     saves an earlier version again, as the next number
venue export FILE.tar [ID] [--version N]   a venue with all its assets
venue import FILE.tar [--base N]     uploads the assets that differ, then saves the venue`;

interface Options {
  readonly base?: string | undefined;
  readonly version?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: string | undefined;
}

interface Run extends VenueCommandContext {
  readonly client: VenueClient;
  readonly options: Options;
  readonly args: readonly string[];
}

const commands: Readonly<Record<string, (run: Run) => Promise<void>>> = {
  validate,
  save,
  publish,
  unpublish,
  history,
  diff,
  restore,
  export: exportVenue,
  import: importVenue,
};

/** Runs one venue command. Returns the exit code: 0, 1 where something was refused, 64 for a wrong usage. */
export async function venueCommand(words: readonly string[], context: VenueCommandContext): Promise<number> {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (command === undefined)
      throw new UsageFault(name === '' ? 'Which venue command?' : `There is no venue command ${name}`);
    const text = { type: 'string' } as const;
    const { values, positionals } = parse(rest, { base: text, version: text, before: text, limit: text });
    await command({ ...context, client: new VenueClient(context.to), options: values, args: positionals });
    return 0;
  } catch (fault) {
    if (fault instanceof UsageFault) {
      context.printError(fault.message);
      context.printError(venueUsage);
      return usageExit;
    }
    if (fault instanceof CallFailed || fault instanceof ArchiveFault || isFileFault(fault))
      context.printError(fault.message);
    else if (!(fault instanceof Stop)) throw fault;
    return 1;
  }
}

function parse(
  args: string[],
  options: NonNullable<Parameters<typeof parseArgs>[0]>['options'] & object,
): { values: Options; positionals: string[] } {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (fault) {
    throw new UsageFault((fault as Error).message);
  }
}

const isFileFault = (fault: unknown): fault is NodeJS.ErrnoException =>
  fault instanceof Error && 'syscall' in fault && 'path' in fault;

const requireArg = ({ args }: Run, index: number, what: string): string => {
  const value = args[index];
  if (value === undefined) throw new UsageFault(`${what} is missing`);
  return value;
};

function numberOf(value: string, what: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new UsageFault(`${what} must be a number, not ${value}`);
  return Number(value);
}

async function validate(run: Run): Promise<void> {
  const file = requireArg(run, 0, 'FILE');
  const text = await readFile(file, 'utf8');
  const { warnings } = await explained(run, file, () =>
    run.client.post<{ warnings: VenueFault[] }>('/designer/validate-venue-json', text),
  );
  printWarnings(run, file, warnings);
  run.print(`${file} has no faults`);
}

async function save(run: Run): Promise<void> {
  const file = requireArg(run, 0, 'FILE');
  await saveText(run, file, await readFile(file, 'utf8'));
}

async function saveText(run: Run, file: string, text: string): Promise<void> {
  const base = await baseVersion(run, architectureIn(text));
  // The file goes in as it is, behind the colon: the lines the server names are the file's own.
  const body = `{"baseVersion":${base},"venue":${text}}`;
  const saved = await explained(run, file, () =>
    run.client.post<{ version: number; warnings: VenueFault[] }>('/designer/save-venue-json/stage', body),
  );
  printWarnings(run, file, saved.warnings);
  run.print(`Saved as version ${saved.version}, on version ${base}`);
}

async function baseVersion({ client, options }: Run, architectureId: string | undefined): Promise<number> {
  if (options.base !== undefined) return numberOf(options.base, '--base');
  if (architectureId === undefined) return 0;
  const [newest] = await versions(client, { architectureId, limit: '1' });
  return newest?.version ?? 0;
}

/** The id of the file's architecture; undefined where the file has faults, which the server will name. */
function architectureIn(text: string): string | undefined {
  try {
    const venue = JSON.parse(text) as { architectures?: { id?: unknown }[] } | null;
    const id = venue?.architectures?.[0]?.id;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

async function versions(client: VenueClient, query: Record<string, string>): Promise<VersionEntry[]> {
  const answer = await client.get<{ versions: VersionEntry[] }>(
    `/designer/versions?${new URLSearchParams(query).toString()}`,
  );
  return answer.versions;
}

/** The architecture that is named, else the one that was saved last. */
async function architectureId({ client, args }: Run, index: number): Promise<string> {
  const named = args[index];
  if (named !== undefined) return named;
  const { publishedArchitectureId } = await client.get<VenueVersion>('/venue/version');
  if (publishedArchitectureId === null) throw new CallFailed('No venue has been saved yet');
  return publishedArchitectureId;
}

async function publish(run: Run): Promise<void> {
  const id = await architectureId(run, 0);
  const { version } = run.options;
  const body = version === undefined ? {} : { version: numberOf(version, '--version') };
  const answer = await run.client.post<VenueVersion>(
    `/designer/publish/${encodeURIComponent(id)}`,
    JSON.stringify(body),
  );
  run.print(`Version ${answer.publishedVersion} of ${id} is live`);
}

async function unpublish({ client, print }: Run): Promise<void> {
  await client.post<VenueVersion>('/designer/unpublish');
  print('No venue is live now');
}

async function history(run: Run): Promise<void> {
  const [id] = run.args;
  const { before, limit } = run.options;
  const found = await versions(run.client, {
    ...(id === undefined ? {} : { architectureId: id }),
    ...(before === undefined ? {} : { before: String(numberOf(before, '--before')) }),
    ...(limit === undefined ? {} : { limit: String(numberOf(limit, '--limit')) }),
  });
  for (const entry of found) run.print(historyLine(entry));
  if (found.length === 0) run.print('There are no versions');
}

function historyLine(entry: VersionEntry): string {
  const origin =
    entry.restoredFrom === null
      ? `on ${entry.baseVersion ?? 'nothing'}`
      : `restored from ${entry.restoredFrom}`;
  const live = entry.published ? '  live' : '';
  return `${entry.version}  ${new Date(entry.savedAt).toISOString()}  ${entry.architectureId}  ${origin}  by ${entry.savedBy}${live}`;
}

async function diff(run: Run): Promise<void> {
  const from = numberOf(requireArg(run, 0, 'FROM'), 'FROM');
  const to = numberOf(requireArg(run, 1, 'TO'), 'TO');
  const difference = await run.client.get<VersionDifference>(`/designer/versions/${from}/diff/${to}`);
  let lines = 0;
  for (const part of ['areas', 'widgets', 'texts', 'assets', 'settings'] as const)
    for (const [sign, kind] of [
      ['+', 'added'],
      ['-', 'removed'],
      ['~', 'changed'],
    ] as const)
      for (const name of difference[part][kind]) {
        run.print(`${sign} ${part.replace(/s$/, '')} ${name}`);
        lines += 1;
      }
  if (lines === 0) run.print(`Versions ${from} and ${to} do not differ`);
}

async function restore(run: Run): Promise<void> {
  const version = numberOf(requireArg(run, 0, 'VERSION'), 'VERSION');
  const { entry } = await run.client.get<{ entry: VersionEntry }>(`/designer/versions/${version}`);
  const base = await baseVersion(run, entry.architectureId);
  const saved = await run.client.post<{ version: number }>(
    `/designer/versions/${version}/restore`,
    JSON.stringify({ baseVersion: base }),
  );
  run.print(`Version ${version} is back as version ${saved.version}`);
}

async function exportVenue(run: Run): Promise<void> {
  const file = requireArg(run, 0, 'FILE.tar');
  const { version } = run.options;
  const newest = async () => {
    const [entry] = await versions(run.client, { architectureId: await architectureId(run, 1), limit: '1' });
    if (!entry) throw new CallFailed(`There is no architecture ${run.args[1] ?? ''} on the stage`);
    return entry.version;
  };
  const wanted = version === undefined ? await newest() : numberOf(version, '--version');
  const { entry, venue } = await run.client.get<{ entry: VersionEntry; venue: Venue }>(
    `/designer/versions/${wanted}`,
  );
  const generations = new Map(venue.assets.map(({ id, generation }) => [id, generation]));
  const plain = { ...venue, assets: venue.assets.map(({ generation: _generation, ...asset }) => asset) };
  await writeArchive(
    file,
    `${JSON.stringify(plain, undefined, 2)}\n`,
    [...generations.keys()],
    async (id) => {
      const path = `/architecture/${encodeURIComponent(entry.architectureId)}/assets/${encodeURIComponent(id)}`;
      const generation = generations.get(id);
      const response = await run.client.send({
        method: 'GET',
        path: generation === undefined ? path : `${path}?generation=${generation}`,
      });
      const bytes = Number(response.headers.get('content-length'));
      if (response.body === null && bytes > 0) throw new CallFailed(`The asset ${id} came without its bytes`);
      return { bytes, body: response.body === null ? Readable.from([]) : Readable.fromWeb(response.body) };
    },
  );
  run.print(`Version ${wanted} of ${entry.architectureId} with ${generations.size} asset(s) is in ${file}`);
}

async function importVenue(run: Run): Promise<void> {
  const file = requireArg(run, 0, 'FILE.tar');
  const archive = await readArchive(file);
  try {
    const { assets: stored } = await run.client.get<{ assets: StoredAsset[] }>('/designer/assets');
    const sums = new Map(stored.map(({ id, sha256 }) => [id, sha256]));
    await requireGood(run, file, archive);
    const differing = [...archive.assets.values()].filter(({ id, sha256 }) => sums.get(id) !== sha256);
    await upload(run, differing);
    run.print(
      `${differing.length} of ${archive.assets.size} asset(s) uploaded, the others were there already`,
    );
    await saveText(run, file, archive.venue);
  } finally {
    await archive.close();
  }
}

/** Refuses a venue with faults before anything is uploaded; assets that the archive brings along are no fault. */
async function requireGood(run: Run, file: string, { venue, assets }: OpenArchive): Promise<void> {
  try {
    await run.client.post('/designer/validate-venue-json', venue);
  } catch (fault) {
    if (!(fault instanceof CallFailed) || fault.faults.total === 0) throw fault;
    const named = namedAssets(venue);
    const { faults, total } = fault.faults;
    const real = faults.filter(({ path }) => !assets.has(named.get(path) ?? ''));
    // Beyond what is listed only the server knows; it says so when the venue is saved.
    if (real.length === 0) return;
    printFaults(run, file, { faults: real, total: total - (faults.length - real.length) });
    run.printError('Nothing was uploaded and nothing was saved');
    throw new Stop();
  }
}

/** By the path under which the check names them: the ids of the assets the file lists. */
function namedAssets(text: string): ReadonlyMap<string, string> {
  try {
    const { assets = [] } = JSON.parse(text) as { assets?: { id: string }[] };
    return new Map(assets.map(({ id }, index) => [`assets[${index}].id`, id]));
  } catch {
    return new Map();
  }
}

async function upload({ client, printError }: Run, assets: readonly ArchivedAsset[]): Promise<void> {
  let done = 0;
  try {
    for (const { id, file } of assets) {
      const body = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
      await client.send({
        method: 'PUT',
        path: `/designer/assets/${encodeURIComponent(id)}`,
        body,
        contentType: 'application/octet-stream',
      });
      done += 1;
    }
  } catch (fault) {
    const failed = assets[done]?.id ?? '';
    printError(
      `The asset ${failed} could not be uploaded, ${done} of ${assets.length} were; the venue was not saved. The same command goes on from here.`,
    );
    throw fault;
  }
}

/** Prints the faults of a refused venue, one a line, as `file:line:column path: reason`. */
async function explained<T>(run: Run, file: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (fault) {
    if (!(fault instanceof CallFailed) || fault.faults.total === 0) throw fault;
    printFaults(run, file, fault.faults);
    throw new Stop();
  }
}

function printFaults(
  { printError }: Run,
  file: string,
  { faults, total }: { faults: readonly VenueFault[]; total: number },
): void {
  for (const fault of faults) printError(faultLine(file, fault));
  if (total > faults.length) printError(`... and ${total - faults.length} more`);
  printError(`${file} has ${total} fault(s)`);
}

function printWarnings({ print }: Run, file: string, warnings: readonly VenueFault[]): void {
  for (const warning of warnings) print(`warning: ${faultLine(file, warning)}`);
}

function faultLine(file: string, { path, reason, line, column }: VenueFault): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return path === '' ? `${place}: ${reason}` : `${place}: ${path}: ${reason}`;
}

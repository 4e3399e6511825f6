/** Looks up versions of a venue. */
import type { VenueVersion, VersionEntry } from '@foyer/contract';
import { CommandError } from '../serverCommand.ts';
import { numberOf, type Run } from './run.ts';
import type { ServerClient } from '../serverClient.ts';

export async function versions(client: ServerClient, query: Record<string, string>): Promise<VersionEntry[]> {
  const response = await client.get<{ versions: VersionEntry[] }>(
    `/designer/versions?${new URLSearchParams(query).toString()}`,
  );
  return response.versions;
}

/** The newest version of an architecture; undefined if it was never saved. */
export async function newestOf(client: ServerClient, architectureId: string): Promise<number | undefined> {
  const [newest] = await versions(client, { architectureId, limit: '1' });
  return newest?.version;
}

/** The architecture of the argument, else the architecture that was saved last. */
export async function architectureId({ client, args }: Run, index: number): Promise<string> {
  const argument = args[index];
  if (argument !== undefined) return argument;
  const { publishedArchitectureId } = await client.get<VenueVersion>('/venue/version');
  if (publishedArchitectureId === null) throw new CommandError('No venue has been saved yet');
  return publishedArchitectureId;
}

/** The version of `--base`; undefined without `--base`. */
export async function baseOption({ client, options }: Run, id: string): Promise<number | undefined> {
  if (options.base === undefined) return undefined;
  return options.base === newestWord ? ((await newestOf(client, id)) ?? 0) : numberOf(options.base, '--base');
}

const newestWord = 'newest';

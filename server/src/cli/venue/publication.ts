/** `venue publish` and `venue unpublish`. */
import type { VenueVersion } from '@foyer/contract';
import { numberOf, type Run } from './run.ts';
import { architectureId } from './versions.ts';

export async function publish(run: Run): Promise<void> {
  const id = await architectureId(run, 0);
  const { version } = run.options;
  const body = version === undefined ? {} : { version: numberOf(version, '--version') };
  const response = await run.client.post<VenueVersion>(
    `/designer/publish/${encodeURIComponent(id)}`,
    JSON.stringify(body),
  );
  run.print(`Published version ${response.publishedVersion} of ${id}`);
}

export async function unpublish({ client, print }: Run): Promise<void> {
  await client.post<VenueVersion>('/designer/unpublish');
  print('Unpublished the venue');
}

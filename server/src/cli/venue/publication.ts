/** `venue publish` and `venue unpublish`. */
import type { PublishResult, VenueVersion } from '@foyer/contract';
import { printWarnings } from './errorLines.ts';
import { numberOf, type Run } from './run.ts';
import { architectureId } from './versions.ts';

export async function publish(run: Run): Promise<void> {
  const id = await architectureId(run, 0);
  const { version } = run.options;
  const body = version === undefined ? {} : { version: numberOf(version, '--version') };
  const { publishedVersion, warnings } = await run.client.post<PublishResult>(
    `/designer/publish/${encodeURIComponent(id)}`,
    JSON.stringify(body),
  );
  printWarnings(run, id, warnings);
  run.print(`Published version ${publishedVersion} of ${id}`);
}

export async function unpublish({ client, print }: Run): Promise<void> {
  await client.post<VenueVersion>('/designer/unpublish');
  print('Unpublished the venue');
}

/** `consents export`: writes all recorded decisions as CSV, one row for each. `docs/operating.md` explains the columns. */
import { open } from 'node:fs/promises';
import type { CookiePreference, listConsents, RecordedConsent, ResponseOf } from '@foyer/contract';
import { csvRow } from '#platform/files/csv';
import { withFileErrors } from '../fileError.ts';
import type { ServerClient } from '../serverClient.ts';
import { UsageError, type ServerRun } from '../serverCommand.ts';

const pageSize = 500;

const columns: readonly (readonly [name: string, cellOf: (consent: RecordedConsent) => string])[] = [
  ['decision', ({ decisionId }) => decisionId],
  ['decided at', ({ decidedAt }) => decidedAt],
  ['recorded at', ({ recordedAt }) => recordedAt],
  ['mode', ({ mode }) => mode],
  ['venue', ({ architectureId }) => architectureId],
  ['venue version', ({ venueVersion }) => String(venueVersion)],
  ['revision', ({ revision }) => revision],
  ['banner', ({ bannerType }) => bannerType],
  ['action', ({ action }) => action],
  ['user kind', ({ userKind }) => userKind],
  ['user', ({ userId = '' }) => userId],
  ['language', ({ language }) => language],
  ['app version', ({ clientVersion }) => clientVersion],
  ['accepted', ({ preferences }) => idsOf(preferences, true)],
  ['declined', ({ preferences }) => idsOf(preferences, false)],
];

const idsOf = (preferences: readonly CookiePreference[], accepted: boolean): string =>
  preferences
    .filter((preference) => preference.accepted === accepted)
    .map(({ id }) => id)
    .join(' ');

export async function exportConsents(run: ServerRun<object>): Promise<void> {
  const [file, ...rest] = run.args;
  if (file === undefined) throw new UsageError('FILE.csv is missing');
  if (rest.length > 0) throw new UsageError(`Unexpected argument: ${rest[0]}`);
  const count = await withFileErrors(file, 'written', () => writeConsents(run, file));
  run.print(`Exported ${count} decision(s) to ${file}`);
}

async function writeConsents({ client }: ServerRun<object>, file: string): Promise<number> {
  let count = 0;
  // The first page is requested before the file is created, so that a failed request leaves no empty file.
  let page = await readPage(client, undefined);
  const output = await open(file, 'w');
  try {
    await output.write(csvRow(columns.map(([name]) => name)));
    for (;;) {
      const rows = page.consents.map((consent) => csvRow(columns.map(([, cellOf]) => cellOf(consent))));
      await output.write(rows.join(''));
      count += rows.length;
      if (page.nextCursor === undefined) return count;
      page = await readPage(client, page.nextCursor);
    }
  } finally {
    await output.close();
  }
}

function readPage(
  client: ServerClient,
  cursor: string | undefined,
): Promise<ResponseOf<typeof listConsents>> {
  const query = new URLSearchParams({ limit: String(pageSize) });
  if (cursor !== undefined) query.set('cursor', cursor);
  return client.get(`/admin/consents?${query.toString()}`);
}

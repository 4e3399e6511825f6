/** `venue history`, `venue diff` and `venue restore`. */
import type { VersionDiff, VersionEntry } from '@foyer/contract';
import { describeDifference } from './describeDifference.ts';
import { numberOf, requireArg, type Run } from './run.ts';
import { baseOption, newestOf, versions } from './versions.ts';

export async function history(run: Run): Promise<void> {
  const [id] = run.args;
  const { before, limit } = run.options;
  const found = await versions(run.client, {
    ...(id === undefined ? {} : { architectureId: id }),
    ...(before === undefined ? {} : { before: String(numberOf(before, '--before')) }),
    ...(limit === undefined ? {} : { limit: String(numberOf(limit, '--limit')) }),
  });
  for (const entry of found) run.print(historyLine(entry));
  if (found.length === 0) run.print('No versions found');
}

function historyLine(entry: VersionEntry): string {
  const origin =
    entry.restoredFrom === null
      ? `on ${entry.baseVersion ?? 'nothing'}`
      : `restored from ${entry.restoredFrom}`;
  const live = entry.published ? '  live' : '';
  return `${entry.version}  ${new Date(entry.savedAt).toISOString()}  ${entry.architectureId}  ${origin}  by ${entry.savedBy}${live}`;
}

export async function diff(run: Run): Promise<void> {
  const from = numberOf(requireArg(run, 0, 'FROM'), 'FROM');
  const to = numberOf(requireArg(run, 1, 'TO'), 'TO');
  const difference = await run.client.get<VersionDiff>(`/designer/versions/${from}/diff/${to}`);
  const lines = describeDifference(difference);
  for (const line of lines) run.print(line);
  if (lines.length === 0) run.print(`Versions ${from} and ${to} are equal`);
}

export async function restore(run: Run): Promise<void> {
  const version = numberOf(requireArg(run, 0, 'VERSION'), 'VERSION');
  const { entry } = await run.client.get<{ entry: VersionEntry }>(`/designer/versions/${version}`);
  const base =
    (await baseOption(run, entry.architectureId)) ?? (await newestOf(run.client, entry.architectureId)) ?? 0;
  const saved = await run.client.post<{ version: number }>(
    `/designer/versions/${version}/restore`,
    JSON.stringify({ baseVersion: base }),
  );
  run.print(`Restored version ${version} as version ${saved.version}`);
}

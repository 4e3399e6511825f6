/** The warnings of a saved version, with their places as the stage describes them in words. */
import type { ChangeStep, Venue, VersionWarnings, WidgetSettings } from '@foyer/contract';
import type { Path } from '../check/errorList.ts';
import { findArchitectureWarnings } from '../check/architectureWarnings.ts';
import { asRecord, asString, valueAt } from '../check/untypedJson.ts';
import { namesOnPaths } from './versionDiff.ts';

export function describeWarnings(
  { architectures: [architecture] }: Venue,
  settings: WidgetSettings,
): VersionWarnings {
  if (!architecture) return { warnings: [], names: {} };
  const warnings = findArchitectureWarnings(architecture, settings).map(({ path, reason }) => ({
    path: toSteps(architecture, path),
    reason,
  }));
  return {
    warnings,
    names: namesOnPaths(
      warnings.map(({ path }) => path),
      architecture,
    ),
  };
}

/** Names the entries of lists by their ids instead of their indexes. */
function toSteps(architecture: unknown, path: Path): ChangeStep[] {
  const steps: ChangeStep[] = [];
  for (const [index, step] of path.entries()) {
    if (typeof step === 'number') continue;
    const entry = typeof path[index + 1] === 'number' ? valueAt(architecture, path.slice(0, index + 2)) : {};
    const id = asString(asRecord(entry)?.['id']);
    steps.push({ field: String(step), ...(id !== undefined && { id }) });
  }
  return steps;
}

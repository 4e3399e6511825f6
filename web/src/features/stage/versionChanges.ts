/** The changes between two versions, as counts and as names that a designer knows. */
import type { VersionDiff } from '@foyer/contract';

export const changedKinds = ['areas', 'widgets', 'texts', 'assets', 'settings'] as const;
export type ChangedKind = (typeof changedKinds)[number];
export const changeTypes = ['added', 'removed', 'changed'] as const;

export const countChanges = (diff: VersionDiff, kind: ChangedKind): number =>
  changeTypes.reduce((count, type) => count + diff[kind][type].length, 0);

export const hasChanges = (diff: VersionDiff): boolean =>
  changedKinds.some((kind) => countChanges(diff, kind) > 0);

/** `areas/lobby/names/en` is shown as `Lobby › names › en`, `lobby/poster` as `Lobby › poster`. */
export function changeName(kind: ChangedKind, key: string, areaName: (id: string) => string): string {
  const parts = key.split('/');
  if (kind === 'areas') return areaName(key);
  const path = kind === 'texts' && parts[0] === 'areas' ? parts.slice(1) : parts;
  const isInArea = kind === 'widgets' ? path.length > 1 : path.length < parts.length;
  return isInArea ? [areaName(path[0] ?? ''), ...path.slice(1)].join(' › ') : path.join(' › ');
}

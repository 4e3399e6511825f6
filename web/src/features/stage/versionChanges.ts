/** The numbers of changes between two versions. */
import { changeKinds, changeTypes, type ChangeKind, type VersionDiff } from '@foyer/contract';

export const countChanges = (diff: VersionDiff, kind: ChangeKind): number =>
  changeTypes.reduce((count, type) => count + diff[kind][type].length, 0);

export const hasChanges = (diff: VersionDiff): boolean =>
  changeKinds.some((kind) => countChanges(diff, kind) > 0);

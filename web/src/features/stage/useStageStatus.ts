/** How the staged version of the open venue differs from the live one. */
import { diffVersions, listVersions, type VersionDiff } from '@foyer/contract';
import { noPublishedVersion } from '@foyer/contract/limits';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { logWarning } from '../../platform/log.ts';
import { useDesignerRole } from '../../platform/session/useDesignerRole.ts';
import { useUi } from '../../platform/state/ui.ts';
import { useVenue } from '../../platform/state/venue.ts';

export interface StageStatus {
  readonly architectureId: string;
  /** The newest version of the open venue, which a publication makes live. */
  readonly staged: number;
  /** `noPublishedVersion` if no version is live. */
  readonly live: number;
  /** Whether the live version is one of another venue. */
  readonly isOtherVenue: boolean;
  /** The changes from the live version to the staged one; undefined if there is no live version of this venue. */
  readonly diff: VersionDiff | undefined;
}

const request = { report: 'console', retry: false } as const;

/** @throws ApiError */
async function loadStatus(architectureId: string, live: number): Promise<StageStatus | undefined> {
  const newestOf = async (query: { architectureId?: string; before?: number }) =>
    (await call(listVersions, { ...request, query: { ...query, limit: 1 } })).versions[0];
  const [staged, liveEntry] = await Promise.all([
    newestOf({ architectureId }),
    live === noPublishedVersion ? undefined : newestOf({ before: live + 1 }),
  ]);
  if (!staged) return undefined;
  const isOtherVenue = liveEntry !== undefined && liveEntry.architectureId !== architectureId;
  const isCompared = liveEntry !== undefined && !isOtherVenue && live !== staged.version;
  const diff = isCompared
    ? await call(diffVersions, { ...request, params: { from: live, to: staged.version } })
    : undefined;
  return { architectureId, staged: staged.version, live, isOtherVenue, diff };
}

export interface StageStatusState {
  /** Undefined while it is loaded, after a failure, and for users who may not publish. */
  readonly status: StageStatus | undefined;
  readonly hasFailed: boolean;
  readonly reload: () => void;
}

export function useStageStatus(): StageStatusState {
  const mayPublish = useDesignerRole() !== undefined;
  const architectureId = useVenue(({ architecture }) => architecture?.id);
  const version = useUi(({ venueVersion }) => venueVersion?.version);
  const live = useUi(({ venueVersion }) => venueVersion?.publishedVersion);
  const [loaded, setLoaded] = useState<{ status: StageStatus | undefined; hasFailed: boolean }>();
  const [reloads, setReloads] = useState(0);
  useEffect(() => {
    if (!mayPublish || architectureId === undefined || live === undefined) return undefined;
    let isCurrent = true;
    const finish = (status: StageStatus | undefined, hasFailed: boolean) => {
      if (isCurrent) setLoaded({ status, hasFailed });
    };
    loadStatus(architectureId, live).then(
      (status) => finish(status, false),
      () => {
        const request = `request ${reloads + 1}`;
        logWarning('VERSION', `version ${version ?? 0} could not be compared with the live one (${request})`);
        finish(undefined, true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [mayPublish, architectureId, version, live, reloads]);
  const reload = useCallback(() => setReloads((count) => count + 1), []);
  const isOpenVenue = mayPublish && loaded?.status?.architectureId === architectureId;
  return { status: isOpenVenue ? loaded?.status : undefined, hasFailed: loaded?.hasFailed ?? false, reload };
}

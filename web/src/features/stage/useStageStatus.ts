/** How the staged version of the open venue differs from the live one. */
import {
  diffVersions,
  getVersionWarnings,
  listVersions,
  type VersionDiff,
  type VersionWarnings,
} from '@foyer/contract';
import { noPublishedVersion } from '@foyer/contract/limits';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { logWarning } from '../../platform/log.ts';
import { useDesignerRole } from '../../platform/state/useDesignerRole.ts';
import { optionalBackoff, retryTimer } from '../../platform/time/retryTimer.ts';
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
  /** About the staged version; undefined if they could not be loaded. */
  readonly warnings: VersionWarnings | undefined;
}

const options = { report: 'console', retry: false } as const;

/** @throws ApiError */
async function loadStatus(architectureId: string, live: number): Promise<StageStatus | undefined> {
  const newestOf = async (query: { architectureId?: string; before?: number }) =>
    (await call(listVersions, { ...options, query: { ...query, limit: 1 } })).versions[0];
  const [staged, liveEntry] = await Promise.all([
    newestOf({ architectureId }),
    live === noPublishedVersion ? undefined : newestOf({ before: live + 1 }),
  ]);
  if (!staged) return undefined;
  const isOtherVenue = liveEntry !== undefined && liveEntry.architectureId !== architectureId;
  const isCompared = liveEntry !== undefined && !isOtherVenue && live !== staged.version;
  const { version } = staged;
  const [diff, warnings] = await Promise.all([
    isCompared ? call(diffVersions, { ...options, params: { from: live, to: version } }) : undefined,
    // Without them a version can still be published.
    call(getVersionWarnings, { ...options, params: { version } }).catch((error: unknown) => {
      logWarning('VERSION', 'the warnings about the staged version could not be loaded', error);
      return undefined;
    }),
  ]);
  return { architectureId, staged: version, live, isOtherVenue, diff, warnings };
}

export interface StageStatusState {
  /** The last one that was loaded; undefined before that, and for users who may not publish. */
  readonly status: StageStatus | undefined;
  /** Whether a newer status is being loaded. False while a failed request waits for its retry. */
  readonly isLoading: boolean;
  /** Whether the latest request failed. It is retried until it succeeds. */
  readonly hasFailed: boolean;
  readonly reload: () => void;
}

export function useStageStatus(): StageStatusState {
  const mayPublish = useDesignerRole() !== undefined;
  const architectureId = useVenue(({ architecture }) => architecture?.id);
  const version = useUi(({ venueVersion }) => venueVersion?.version);
  const live = useUi(({ venueVersion }) => venueVersion?.publishedVersion);
  const [status, setStatus] = useState<StageStatus>();
  const [finished, setFinished] = useState<{ readonly request: string; readonly hasFailed: boolean }>();
  const [reloads, setReloads] = useState(0);
  /** Differs for each request, but not for its retries. */
  const request = [architectureId, version, live, reloads].join(' ');
  useEffect(() => {
    if (!mayPublish || architectureId === undefined || live === undefined) return undefined;
    let isCurrent = true;
    const load = async (): Promise<void> => {
      try {
        const loaded = await loadStatus(architectureId, live);
        if (!isCurrent) return;
        setStatus(loaded);
        setFinished({ request, hasFailed: false });
      } catch (error) {
        if (!isCurrent) return;
        logWarning('VERSION', 'the staged version could not be compared with the live one', error);
        setFinished({ request, hasFailed: true });
        retry.schedule({ untilOnline: true });
      }
    };
    const retry = retryTimer(() => void load(), optionalBackoff);
    void load();
    return () => {
      isCurrent = false;
      retry.reset();
    };
  }, [mayPublish, architectureId, live, request]);
  const reload = useCallback(() => setReloads((count) => count + 1), []);
  return {
    status: mayPublish && status?.architectureId === architectureId ? status : undefined,
    isLoading: finished?.request !== request,
    hasFailed: finished?.request === request && finished.hasFailed,
    reload,
  };
}

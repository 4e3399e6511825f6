/** Publishes or unpublishes once, and explains failures. */
import { publishVenue, unpublishVenue, type PublishResult, type VenueVersion } from '@foyer/contract';
import { useRef, useState } from 'react';
import { ApiError, call } from '../../platform/api/client.ts';
import { createPolling } from '../../platform/venue/versionPolling.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import type { StageStatus } from './useStageStatus.ts';

export type PublicationKind = 'publish' | 'unpublish';

/** Why a publication failed; `reason` is the message of the server. */
export interface PublicationFailure {
  readonly kind: 'conflict' | 'invalid' | 'notReachable' | 'other';
  readonly reason: string;
}

const request = { report: 'console', retry: false } as const;

function failureOf(error: unknown): PublicationFailure {
  if (!(error instanceof ApiError)) return { kind: 'other', reason: String(error) };
  const reason = error.message;
  if (error.serverCode === 'versionConflict') return { kind: 'conflict', reason };
  if (error.serverCode === 'invalidVenue') return { kind: 'invalid', reason };
  return { kind: error.code === 'NOT_REACHABLE' ? 'notReachable' : 'other', reason };
}

const send = async (kind: PublicationKind, { architectureId, staged }: StageStatus): Promise<PublishResult> =>
  kind === 'publish'
    ? await call(publishVenue, {
        ...request,
        params: { architectureID: architectureId },
        // The server rejects it if a newer version has been saved, which the designer has not seen.
        body: { version: staged },
      })
    : { ...(await call(unpublishVenue, request)), warnings: [] };

export interface Publication {
  readonly busy: boolean;
  readonly failure: PublicationFailure | undefined;
  /** Does nothing while another call is running. */
  readonly run: (kind: PublicationKind, status: StageStatus) => void;
}

/**
 * @param onDone called with the number of warnings
 * @param onFailure called before the failure is shown
 */
export function usePublication(
  onDone: (version: VenueVersion, warningCount: number) => void,
  onFailure: () => void,
): Publication {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PublicationFailure>();
  const isRunning = useRef(false);
  const polling = useVisit().get(createPolling);
  const execute = async (kind: PublicationKind, status: StageStatus): Promise<void> => {
    try {
      const { warnings, ...version } = await send(kind, status);
      await polling.receive(version);
      onDone(version, warnings.length);
    } catch (error) {
      onFailure();
      setFailure(failureOf(error));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  const run: Publication['run'] = (kind, status) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(undefined);
    void execute(kind, status);
  };
  return { busy, failure, run };
}

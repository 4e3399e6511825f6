/** Read access to assets. */
import type { OperatingMode } from '@foyer/contract';
import { signatureErrors, type SignatureStatus } from '#platform/files/signature';
import { ApiError } from '#platform/apiError';
import type { AssetUrl } from './delivery/assetUrl.ts';
import type { ShownAsset } from './ports.ts';

/**
 * Whether a generation may be read. Stage: all, because designers compare versions. Live: only those that are or were
 * published.
 */
export const canReadGeneration = (mode: OperatingMode, shown: ShownAsset, generation: number): boolean =>
  mode === 'STAGE' || shown.generation === generation || shown.earlier.includes(generation);

/** Throws `forbidden` if the URL needs a signature and has no valid one. */
export function checkSignature(
  { mode }: AssetUrl,
  shown: ShownAsset | undefined,
  { verdict, liveNeedsSignature }: { verdict: SignatureStatus; liveNeedsSignature: boolean },
): void {
  if (verdict === 'valid') return;
  // Readable without a signature: an expired one is ignored.
  if (mode === 'LIVE' && (!liveNeedsSignature || shown?.isPublic)) return;
  throw new ApiError('forbidden', signatureErrors[verdict]);
}

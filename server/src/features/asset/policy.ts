/** Who may read which bytes. */
import type { OperatingMode } from '@foyer/contract';
import { unsigned, type Verdict } from '#platform/files/signature';
import { Refusal } from '#platform/refusal';
import type { AssetAddress } from './delivery/address.ts';
import type { ShownAsset } from './ports.ts';

/**
 * Generations that may be read: on the stage all, for designers go back and forth; live those that are or were
 * published, and so nothing that is being prepared.
 */
export const mayReadGeneration = (mode: OperatingMode, shown: ShownAsset, generation: number): boolean =>
  mode === 'STAGE' || shown.generation === generation || shown.earlier.includes(generation);

/** Throws `forbidden` where the address needs a signature and has no good one. */
export function checkSignature(
  { mode }: AssetAddress,
  shown: ShownAsset | undefined,
  { verdict, liveNeedsSignature }: { verdict: Verdict; liveNeedsSignature: boolean },
): void {
  if (verdict === 'good') return;
  // Live and open to everybody: a signature that came along and has run out does no harm.
  if (mode === 'LIVE' && (!liveNeedsSignature || shown?.open)) return;
  throw new Refusal('forbidden', unsigned[verdict]);
}

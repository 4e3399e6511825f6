/** How a picture is asked for until one answer helps (ASSET-01): sized, then unsized; 403 signs again, once. */

export interface AssetAttempt {
  readonly sized: boolean;
  /** `fresh` asks for a new signature instead of a remembered one. */
  readonly signature: 'none' | 'remembered' | 'fresh';
}

/** `fallback`: there is no such asset. `error`: it is there and cannot be shown. */
export type NextStep = AssetAttempt | 'fallback' | 'error';

export const firstAttempt = (sized: boolean, alwaysSigned: boolean): AssetAttempt => ({
  sized,
  signature: alwaysSigned ? 'remembered' : 'none',
});

/** @param status of the answer; 0 without one, 200 for bytes that no browser can draw */
export function nextAttempt(attempt: AssetAttempt, status: number): NextStep {
  if (status === 403 && attempt.signature !== 'fresh') return { ...attempt, signature: 'fresh' };
  if (attempt.sized) return { ...attempt, sized: false };
  return status === 404 ? 'fallback' : 'error';
}

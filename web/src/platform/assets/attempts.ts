/** The attempts to load a picture (ASSET-01): in a stored size, then in full. A 403 leads to one new signature. */

export interface AssetAttempt {
  readonly sized: boolean;
  /** `fresh` requests a new signature instead of a cached one. */
  readonly signature: 'none' | 'cached' | 'fresh';
}

/** `fallback`: the asset does not exist. `error`: it exists but cannot be shown. */
export type NextStep = AssetAttempt | 'fallback' | 'error';

export const firstAttempt = (sized: boolean, alwaysSigned: boolean): AssetAttempt => ({
  sized,
  signature: alwaysSigned ? 'cached' : 'none',
});

/** @param status of the response; 0 without one, 200 for bytes that the browser cannot decode */
export function nextAttempt(attempt: AssetAttempt, status: number): NextStep {
  if (status === 403 && attempt.signature !== 'fresh') return { ...attempt, signature: 'fresh' };
  if (attempt.sized) return { ...attempt, sized: false };
  return status === 404 ? 'fallback' : 'error';
}

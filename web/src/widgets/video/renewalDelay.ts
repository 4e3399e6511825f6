/** A URL is renewed this long before it expires, and a request may fail and be repeated in this time. */
const renewBeforeMs = 120_000;
const leastMs = 30_000;

/**
 * Milliseconds until a URL is renewed. One that is valid for less than four minutes is renewed after half of its time, so
 * that servers that give only short-lived URLs are not asked continuously.
 * @param validMs how long the URL is still valid
 */
export const renewalDelay = (validMs: number): number =>
  Math.max(leastMs, validMs - Math.min(renewBeforeMs, validMs / 2));

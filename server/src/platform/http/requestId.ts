/** Ids of requests: one word per process and a running number, cheap and found again in the log. */
import { randomBytes } from 'node:crypto';

export function requestIds(): () => string {
  const word = randomBytes(6).toString('base64url').replaceAll(/[-_]/g, 'x');
  let count = 0;
  return () => `${word}-${(++count).toString(36)}`;
}

/** Creates request ids: a random prefix per process and a counter. */
import { randomBytes } from 'node:crypto';

export function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url').replaceAll(/[-_]/g, 'x');
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}

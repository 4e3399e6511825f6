/** The ways by which browsers find each other: addresses of the operator, and credentials that coturn can check by itself. */
import { createHmac } from 'node:crypto';
import type { AnswerOf, getIceServers } from '@foyer/contract';
import type { RtcConfig } from '#platform/config/calls';

/** As coturn's `use-auth-secret` has it: until when it holds, in seconds since 1970, and for whom. */
export function turnCredentials(secret: string, userId: string, expiresAt: number) {
  const username = `${expiresAt}:${userId}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}

/** @param now milliseconds since 1970 */
export function iceServers(
  { stunUrls, turn, relayOnly }: RtcConfig,
  userId: string,
  now: number,
): AnswerOf<typeof getIceServers> {
  const stun = stunUrls.length === 0 ? [] : [{ urls: [...stunUrls] }];
  const ttl = turn?.ttl ?? defaultTtl;
  const relay =
    turn === undefined
      ? []
      : [{ urls: [...turn.urls], ...turnCredentials(turn.secret, userId, Math.floor(now / 1_000) + ttl) }];
  return { iceServers: [...stun, ...relay], relayOnly, ttl };
}

/** Seconds; without a relay nothing runs out. */
const defaultTtl = 43_200;

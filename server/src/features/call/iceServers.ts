/** The ICE servers that the operator has configured, with TURN credentials that coturn can check without a lookup. */
import { createHmac } from 'node:crypto';
import type { ResponseOf, getIceServers } from '@foyer/contract';
import type { RtcConfig } from '#platform/config/calls';

/**
 * Credentials as coturn's `use-auth-secret` expects them.
 * @param expiresAt seconds since 1970
 */
export function turnCredentials(secret: string, userId: string, expiresAt: number) {
  const username = `${expiresAt}:${userId}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}

/** @param now milliseconds since 1970 */
export function iceServers(
  { stunUrls, turn, relayOnly }: RtcConfig,
  userId: string,
  now: number,
): ResponseOf<typeof getIceServers> {
  const stun = stunUrls.length === 0 ? [] : [{ urls: [...stunUrls] }];
  const ttl = turn?.ttl ?? defaultTtl;
  const relay =
    turn === undefined
      ? []
      : [{ urls: [...turn.urls], ...turnCredentials(turn.secret, userId, Math.floor(now / 1_000) + ttl) }];
  return { iceServers: [...stun, ...relay], relayOnly, ttl };
}

/** In seconds, used without a TURN server, where nothing expires. */
const defaultTtl = 43_200;

/** Checks of an ID token that the OIDC library does not do. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { IDToken } from 'openid-client';
import { clockSkewMs } from '../redirect/clockSkew.ts';
import { RedirectLoginError } from '../redirect/redirectLoginError.ts';

/** Asymmetric algorithms only: with HMAC anyone who knows the provider's public key could sign. */
export const oidcAlgorithms: ReadonlySet<string> = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]);

/** Throws a `RedirectLoginError` if the algorithm, issue time, subject or access token hash is invalid. */
export function checkIdToken(token: string, claims: IDToken, accessToken: string, now: number): void {
  const { alg } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as {
    alg: string;
  };
  if (!oidcAlgorithms.has(alg))
    throw new RedirectLoginError(
      'loginError',
      'the ID token is signed with an algorithm that is not allowed',
    );
  if (claims.iat * 1_000 > now + clockSkewMs)
    throw new RedirectLoginError('loginError', 'the ID token was issued in the future');
  if (typeof claims.sub !== 'string' || claims.sub === '' || claims.sub.length > 255)
    throw new RedirectLoginError('loginError', 'the ID token has no valid subject');
  const { at_hash: atHash } = claims;
  if (atHash !== undefined && !isHashOf(atHash, accessToken, alg))
    throw new RedirectLoginError('loginError', 'at_hash of the ID token does not match the access token');
}

/** Whether `given` is the left half of the token's hash, with the hash algorithm of the signature. */
function isHashOf(given: unknown, accessToken: string, alg: string): boolean {
  const algorithm = alg.startsWith('Ed') ? 'sha512' : `sha${alg.slice(2)}`;
  const digest = hash(algorithm, accessToken, 'buffer');
  const expected = Buffer.from(digest.subarray(0, digest.length / 2).toString('base64url'));
  const found = Buffer.from(typeof given === 'string' ? given : '');
  return found.length === expected.length && timingSafeEqual(found, expected);
}

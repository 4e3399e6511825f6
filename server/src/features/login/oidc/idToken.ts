/** What the library leaves unchecked of an ID token. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { IDToken } from 'openid-client';
import { RedirectLoginError } from '../redirect/loginFailure.ts';

/** Signatures by a key of the provider; nothing that whoever reads its public key could make. */
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

/** How far the clocks of a provider and of this server may stand apart. */
const skewMs = 120_000;

/** Throws a `RedirectLoginError` for a token from the future, of another client, or of another access token. */
export function checkIdToken(token: string, claims: IDToken, accessToken: string, now: number): void {
  const { alg } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as {
    alg: string;
  };
  if (!oidcAlgorithms.has(alg))
    throw new RedirectLoginError('loginError', 'the ID token has no signature that counts');
  if (claims.iat * 1_000 > now + skewMs)
    throw new RedirectLoginError('loginError', 'the ID token is from the future');
  if (typeof claims.sub !== 'string' || claims.sub === '' || claims.sub.length > 255)
    throw new RedirectLoginError('loginError', 'the ID token has no subject');
  const { at_hash: atHash } = claims;
  if (atHash !== undefined && !isHashOf(atHash, accessToken, alg))
    throw new RedirectLoginError('loginError', 'the ID token belongs to another access token');
}

/** The left half of the token's hash, by the algorithm of the signature. */
function isHashOf(given: unknown, accessToken: string, alg: string): boolean {
  const algorithm = alg.startsWith('Ed') ? 'sha512' : `sha${alg.slice(2)}`;
  const whole = hash(algorithm, accessToken, 'buffer');
  const expected = Buffer.from(whole.subarray(0, whole.length / 2).toString('base64url'));
  const found = Buffer.from(typeof given === 'string' ? given : '');
  return found.length === expected.length && timingSafeEqual(found, expected);
}

import type { IdTokenClaims } from '@foyer/contract';
import { useUser } from '../state/user.ts';

/** The payload of a token, not validated. */
export function decodePayload(idToken: string): unknown {
  const encoded = (idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** The claims of a token that this server has issued, not validated. */
export const claimsOf = (idToken: string): IdTokenClaims => decodePayload(idToken) as IdTokenClaims;

/** The claims of the token of the session; undefined without a session. */
export function sessionClaims(): IdTokenClaims | undefined {
  const { authToken } = useUser.getState();
  return authToken === null ? undefined : claimsOf(authToken);
}

/** Reads ID tokens. The signature is checked by the server only: a forged token would gain nothing in the browser. */
import { idTokenClaims, type IssuedIdToken } from '@foyer/contract';
import type { BackendUser } from './backend.ts';
import { decodePayload } from './tokenPayload.ts';

export interface SessionToken extends IssuedIdToken {
  readonly user: BackendUser;
  readonly sessionId: string | undefined;
}

/** @throws if it is not an ID token of this server */
export function parseToken(session: IssuedIdToken): SessionToken {
  const { sub, kind, email, name, company, title, authorities, sid } = idTokenClaims.parse(
    decodePayload(session.idToken),
  );
  const user = { userId: sub, kind, email, name, company, title, authorities };
  return { ...session, user, sessionId: sid };
}

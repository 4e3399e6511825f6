/** What an ID token says. Its signature is the server's to check: a browser that lied to itself would gain nothing. */
import { idTokenClaims, type OpenedSession } from '@foyer/contract';
import type { BackendUser } from './backend.ts';
import { decodePayload } from './tokenPayload.ts';

export interface SessionToken extends OpenedSession {
  readonly user: BackendUser;
}

/** @throws where it is no ID token of ours */
export function parseToken(session: OpenedSession): SessionToken {
  const { sub, kind, email, name, company, title, authorities } = idTokenClaims.parse(
    decodePayload(session.idToken),
  );
  return { ...session, user: { userId: sub, kind, email, name, company, title, authorities } };
}

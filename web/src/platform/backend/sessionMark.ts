/**
 * The session marker: a readable cookie beside the session cookie, which scripts cannot read. It only says that a session
 * exists, so that a browser without one need not ask the server.
 */
import { sessionMarkerCookie } from '@foyer/contract/limits';
import { base } from '../base.ts';

export const hasSessionMark = (): boolean => document.cookie.split('; ').includes(`${sessionMarkerCookie}=1`);

/**
 * Deletes the marker even if the server, which normally does that, is not reached. An account's marker has the path `/`, a
 * stage link's the path of the stage.
 */
export function clearSessionMark(): void {
  for (const path of new Set(['/', base || '/']))
    document.cookie = `${sessionMarkerCookie}=; Max-Age=0; Path=${path}`;
}

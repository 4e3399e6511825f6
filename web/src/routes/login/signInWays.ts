/** What the login and account pages ask of the session, which they bring along as a piece of its own. */
import { arrived, type Ways } from '../../features/login/ways.ts';
import { loadSession } from '../../platform/session/sessionLoader.ts';
import type { Session } from '../../platform/session/session.ts';

const opened = (): Promise<Session> => arrived(loadSession());

export const signInWays: Ways = {
  async signInWithPassword(email, password, givenUp) {
    const session = await opened();
    if (!givenUp.aborted) await session.signIn(email, password, givenUp);
  },
  async startProvider(providerId, redirect, givenUp) {
    const { backend } = await opened();
    if (!givenUp.aborted) backend.startProvider(providerId, redirect);
  },
  sendPasswordReset: async (email, returnTo) => (await opened()).backend.sendPasswordReset(email, returnTo),
};

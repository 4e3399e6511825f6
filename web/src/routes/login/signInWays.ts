/** What the login and account pages ask of the session, which they bring along as a piece of its own. */
import { asNotReachable, type LoginActions } from '../../features/login/loginActions.ts';
import { loadSession } from '../../platform/session/sessionLoader.ts';
import type { Session } from '../../platform/session/session.ts';

const opened = (): Promise<Session> => asNotReachable(loadSession());

export const signInWays: LoginActions = {
  async signInWithPassword(email, password, signal) {
    const session = await opened();
    if (!signal.aborted) await session.signIn(email, password, signal);
  },
  async startProvider(providerId, redirect, signal) {
    const { backend } = await opened();
    if (!signal.aborted) backend.startProvider(providerId, redirect);
  },
  sendPasswordReset: async (email, returnTo) => (await opened()).backend.sendPasswordReset(email, returnTo),
};

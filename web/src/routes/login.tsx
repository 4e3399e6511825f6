/** The login page: its piece and its texts are fetched when somebody is sent here, beside the session that it opens. */
import { loginErrors } from '@foyer/contract';
import { useLocation, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadLateTexts } from '../platform/i18n/i18n.ts';
import { safeRedirect } from '../platform/navigation/safeRedirect.ts';
import { openSession } from '../platform/session/entrance.ts';
import { openArchitectureId } from '../platform/venue/loadVenue.ts';
import { WaitingPage } from './waitingPage.tsx';

const LoginScreen = lazy(async () => {
  const [{ LoginScreen: screen }] = await Promise.all([
    import('../features/login/LoginScreen.tsx'),
    loadLateTexts('login'),
    openSession(),
  ]);
  return { default: screen };
});

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For the login page: whose email it is, and what has gone well on the page before. */
    login?: { readonly email?: string; readonly news?: 'passwordSet' | 'confirmed' | 'emailChanged' };
  }
}

const ways = {
  signInWithPassword: async (email: string, password: string) =>
    (await openSession()).backend.signInWithPassword(email, password),
  startProvider: (providerId: string, redirect: string) =>
    void openSession().then(({ backend }) => backend.startProvider(providerId, redirect)),
  sendPasswordReset: async (email: string, returnTo: string) =>
    (await openSession()).backend.sendPasswordReset(email, returnTo),
};

export function LoginPage() {
  const { redirect, loginError } = useSearch({ strict: false });
  const { href, state } = useLocation();
  return (
    <Suspense fallback={<WaitingPage />}>
      <LoginScreen
        ways={ways}
        redirect={safeRedirect(redirect, openArchitectureId())}
        returnTo={href}
        loginError={loginErrors.find((known) => known === loginError)}
        email={state.login?.email}
        news={state.login?.news}
      />
    </Suspense>
  );
}

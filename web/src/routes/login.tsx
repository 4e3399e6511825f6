/** The login page: its piece and its texts are fetched when somebody is sent here, beside the session that it opens. */
import { loginErrors } from '@foyer/contract';
import { useLocation, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadLateTexts } from '../platform/i18n/i18n.ts';
import { safeRedirect } from '../platform/navigation/safeRedirect.ts';
import { openSession } from '../platform/session/entrance.ts';
import { openArchitectureId } from '../platform/venue/loadVenue.ts';
import { signInWays } from './signInWays.ts';
import { WaitingPage } from './waitingPage.tsx';

const LoginScreen = lazy(async () => {
  const [{ LoginScreen: screen }] = await Promise.all([
    import('../features/login/LoginScreen.tsx'),
    loadLateTexts('login'),
    openSession(),
  ]);
  return { default: screen };
});

export function LoginPage() {
  const { redirect, loginError } = useSearch({ strict: false });
  const { href } = useLocation();
  return (
    <Suspense fallback={<WaitingPage />}>
      <LoginScreen
        ways={signInWays}
        redirect={safeRedirect(redirect, openArchitectureId())}
        returnTo={href}
        loginError={loginErrors.find((known) => known === loginError)}
      />
    </Suspense>
  );
}

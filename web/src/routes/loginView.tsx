import { loginErrors } from '@foyer/contract';
import { useLocation, useSearch } from '@tanstack/react-router';
import { LoginScreen } from '../features/login/LoginScreen.tsx';
import { safeRedirect } from '../platform/navigation/safeRedirect.ts';
import { openArchitectureId } from '../platform/venue/loadVenue.ts';
import { signInWays } from './signInWays.ts';

/** The login with what its address says: where to go afterwards, and what a company account came back with. */
export default function LoginView() {
  const { redirect, loginError } = useSearch({ strict: false });
  const { href } = useLocation();
  return (
    <LoginScreen
      ways={signInWays}
      redirect={safeRedirect(redirect, openArchitectureId())}
      returnTo={href}
      loginError={loginErrors.find((known) => known === loginError)}
    />
  );
}
